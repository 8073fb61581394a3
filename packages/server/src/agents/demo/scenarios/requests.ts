import type { JsonObject, ToolKind } from '@signalbox/protocol'
import type { RequestEnd } from '../../driver.js'
import { quote } from '../quote.js'
import type { Scenario } from '../scenario.js'
import type { Stage } from '../stage.js'
import { callTool, failCall, playCommand, type ScriptedCommand, succeed } from './call-tool.js'

/** A tool call that needs leave, and what would come of it. */
interface GuardedCall {
  toolName: string
  toolKind: ToolKind
  approvalType: string
  description: string
  args: JsonObject
  played: ScriptedCommand | string
}

const RUN_TESTS: GuardedCall = {
  toolName: 'bash',
  toolKind: 'command',
  approvalType: 'exec',
  description: 'npm test',
  args: { command: 'npm test', timeoutMs: 60_000 },
  played: { lines: ['$ npm test', '(demo: approved, but nothing was really run)', '8 passed'], exitCode: 0 },
}

const READ_README: GuardedCall = {
  toolName: 'read_file',
  toolKind: 'read',
  approvalType: 'read',
  description: 'Read README.md',
  args: { path: 'README.md' },
  played: '(demo: approved, but no file was really read)',
}

const QUESTIONS = [
  {
    id: 'strategy',
    text: 'Which way shall I take?',
    type: 'choice' as const,
    options: ['incremental', 'big-bang'],
    required: true,
  },
  { id: 'tests', text: 'Shall I write tests first?', type: 'confirm' as const, required: false },
  { id: 'note', text: 'Anything else I should know?', type: 'text' as const, required: false },
]

export const playPermission: Scenario = (stage) => askLeave(stage, RUN_TESTS)

export const playReadPermission: Scenario = (stage) => askLeave(stage, READ_README)

export const playQuestion: Scenario = async (stage) => {
  await stage.text('I am the demo agent. Before I go on I have three questions.\n')
  const end = await stage.ask('question_requested', {
    requestId: stage.numbering.id('question'),
    questions: QUESTIONS,
    context: 'The demo agent asks to show how questions look; nothing depends on the answers.',
  })
  await stage.text(reply(end))
}

async function askLeave(stage: Stage, call: GuardedCall): Promise<undefined> {
  await stage.text(
    `I am the demo agent. I would use ${call.toolName} now (${call.description}), so I ask first.\n`,
  )
  const toolCallId = await callTool(stage, call.toolName, call.args)
  const { toolName, description, approvalType, args, toolKind } = call
  const requestId = stage.numbering.id('perm')
  const request = { requestId, toolName, description, approvalType, args, toolCallId, toolKind }
  const end = await stage.ask('permission_requested', request)
  if (end.kind !== 'permission') {
    await failCall(stage, toolCallId, `not done: the request ended without an answer (${reasonOf(end)})`)
    await stage.text(`My request ended without an answer (${reasonOf(end)}), so I left it and go on.\n`)
  } else if (!end.approved) {
    await failCall(stage, toolCallId, 'not done: permission denied')
    await stage.text(`Permission was denied${told(end.message)}. I did not do it and go on without.\n`)
  } else {
    if (typeof call.played === 'string') await succeed(stage, toolCallId, call.played)
    else await playCommand(stage, toolCallId, call.played)
    const remember = end.remember ? ' You told me to remember it; a demo agent forgets.' : ''
    await stage.text(
      `Permission was given${told(end.message)}. This is a demo: nothing was really done.${remember}\n`,
    )
  }
}

function told(message: string | undefined): string {
  return message === undefined || message === '' ? '' : ` with the words ${quote(message)}`
}

function reasonOf(end: RequestEnd): string {
  return end.kind === 'closed' ? end.reason : 'another kind of answer'
}

function reply(end: RequestEnd): string {
  if (end.kind !== 'question')
    return `My questions ended without an answer (${reasonOf(end)}); I go on without.\n`
  if (end.dismissed) return 'You dismissed the questions, so I decide myself: incremental, with tests.\n'
  const lines = QUESTIONS.map(({ id, text }) => {
    const answer = Object.hasOwn(end.answers, id) ? end.answers[id] : undefined
    return `- ${text} ${answer === undefined ? '(left open)' : quote(answer)}\n`
  })
  return `Thank you, I was told:\n\n${lines.join('')}\n`
}
