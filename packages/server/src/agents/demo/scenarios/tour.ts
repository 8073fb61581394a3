import type { Plan } from '@signalbox/protocol'
import type { RequestEnd } from '../../driver.js'
import type { Scenario } from '../scenario.js'
import type { Stage } from '../stage.js'
import { callTool, failCall, succeed } from './call-tool.js'
import { writeDemo } from './files.js'
import { CARD_DONE, DENIED_CARD, FILES, OUTPUT, STEPS, TEXTS, THOUGHTS, TITLE, USED } from './tour-script.js'

type Step = keyof typeof STEPS

/** As fast as one reads. */
const WORD_MS = 80
const LINE_MS = 350
const BEAT_MS = 900
const LOOK_MS = 1_800
const WORDS = /(?:\S+\s*){1,2}|\s+/g

/**
 * The first thing a person sees: a small repair from the plan to the tests, at a pace one can follow. It asks once. All
 * of it is scripted but the note at the end, which is really written.
 */
export const playTour: Scenario = async (stage) => {
  const plan = new PlayedPlan(stage)
  let used = 0
  const use = async () => {
    const figures = USED[used++]
    if (!figures) return
    const { contextTokens, maxContextTokens, ...usage } = figures
    await stage.say('usage_update', { ...usage, model: 'demo-1', provider: 'signalbox' })
    await stage.say('usage_context', { contextTokens, maxContextTokens })
  }

  await tell(stage, TEXTS.hello)
  await plan.create()
  await stage.pause(BEAT_MS)

  await plan.start('look')
  await think(stage)
  await look(stage, 'read_file', { path: FILES.cart }, FILES.before)
  await look(stage, 'grep', { pattern: 'roundCents', path: 'src' }, FILES.found)
  await use()
  await tell(stage, TEXTS.found)
  await plan.end('look')

  await plan.start('repair')
  await look(
    stage,
    'edit_file',
    { path: FILES.cart, old_string: FILES.old, new_string: FILES.new },
    `${FILES.cart} changed (demo: no such file was touched)`,
  )
  await use()
  await tell(stage, TEXTS.repaired)
  await plan.end('repair')

  await plan.start('test')
  await tell(stage, TEXTS.ask)
  const approved = await runTests(stage)
  await plan.end('test', approved ? 'completed' : 'skipped')
  await use()

  await plan.start('note')
  await writeDemo(stage, TEXTS.note)
  await plan.end('note')
  await stage.pause(BEAT_MS)
  await stage.block(`\n\`\`\`spec\n${(approved ? CARD_DONE : DENIED_CARD).join('\n')}\n\`\`\`\n`)
  await tell(stage, approved ? TEXTS.done : TEXTS.doneUntested)
}

/** The plan of the tour; every step is told as it begins and ends. */
class PlayedPlan {
  readonly #stage: Stage
  readonly #planId: string

  constructor(stage: Stage) {
    this.#stage = stage
    this.#planId = stage.numbering.planId()
  }

  create(): Promise<void> {
    const steps: Plan['steps'] = Object.entries(STEPS).map(([id, title]) => ({
      id,
      title,
      status: 'pending',
    }))
    return this.#stage.say('plan_created', { planId: this.#planId, title: TITLE, steps })
  }

  start(id: Step): Promise<void> {
    const told = { planId: this.#planId, stepId: id, title: STEPS[id], status: 'in_progress' } as const
    return this.#stage.say('plan_step_started', told)
  }

  end(id: Step, status: 'completed' | 'skipped' = 'completed'): Promise<void> {
    const told = { planId: this.#planId, stepId: id, title: STEPS[id], status } as const
    return this.#stage.say('plan_step_completed', told)
  }
}

async function tell(stage: Stage, text: string): Promise<void> {
  for (const piece of text.match(WORDS) ?? []) {
    await stage.delta(piece)
    await stage.pause(WORD_MS)
  }
}

async function think(stage: Stage): Promise<void> {
  await stage.say('thinking_start', {})
  for (const text of THOUGHTS) {
    await stage.pause(BEAT_MS)
    await stage.say('thinking_progress', { text })
  }
  await stage.say('thinking_complete', {})
}

/** A call that takes a moment, as it would. */
async function look(
  stage: Stage,
  toolName: string,
  args: Record<string, string>,
  output: string,
): Promise<void> {
  const toolCallId = await callTool(stage, toolName, args)
  await stage.pause(LOOK_MS)
  await succeed(stage, toolCallId, output)
}

/** Asks, and runs the tests if it may; whether it did. */
async function runTests(stage: Stage): Promise<boolean> {
  const args = { command: 'npm test' }
  const toolCallId = await callTool(stage, 'bash', args)
  const end = await stage.ask('permission_requested', {
    requestId: stage.numbering.id('perm'),
    toolName: 'bash',
    description: 'npm test',
    approvalType: 'exec',
    args,
    toolCallId,
    toolKind: 'command',
  })
  if (!isYes(end)) {
    await failCall(stage, toolCallId, 'not done: the demo agent was not allowed to')
    await tell(stage, TEXTS.denied)
    return false
  }
  for (const line of OUTPUT) {
    await stage.say('terminal_stream', { data: `${line}\r\n`, toolCallId })
    await stage.pause(LINE_MS)
  }
  await stage.say('terminal_complete', { exitCode: 0, toolCallId })
  await succeed(stage, toolCallId, OUTPUT.join('\n'))
  await tell(stage, TEXTS.passed)
  return true
}

function isYes(end: RequestEnd): boolean {
  return end.kind === 'permission' && end.approved
}
