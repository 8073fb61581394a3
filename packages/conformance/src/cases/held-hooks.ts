import type { ConformanceCase } from '../case.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, held } from '../engine/failure.js'
import type { Answer } from '../engine/http-call.js'
import { is, Wanted } from '../engine/match.js'
import type { RequirementId } from '../manifest.js'
import { Terminal } from './terminal.js'

type Agent = ConstructorParameters<typeof Terminal>[1]

const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } }
const suggestion = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm test' }],
  behavior: 'allow',
  destination: 'localSettings',
}
const questions = [
  {
    question: 'Which db?',
    header: 'DB',
    options: [{ label: 'pg' }, { label: 'sqlite' }],
    multiSelect: false,
  },
  {
    question: 'What else?',
    header: 'More',
    options: [{ label: 'tests' }, { label: 'docs' }],
    multiSelect: true,
  },
]
const plan = { plan: '1. Look\n2. Fix' }
const asksQuestions = { tool_name: 'AskUserQuestion', tool_input: { questions } }

const decided = (decision: object) => ({
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision },
})
const allow = (more: object = {}) => decided({ behavior: 'allow', ...more })
const deny = (message: unknown) => decided({ behavior: 'deny', message })

export interface HeldHook {
  id: string
  verifies: readonly RequirementId[]
  agent: Agent
  native?: string
  fields: object
  answer: object
  /** What the agent is told, and nothing else. */
  told: object
}

/** What can be asked of a person, how it is answered, and what the agent is told. */
export const HELD_HOOKS: readonly HeldHook[] = [
  {
    id: 'claude-allow',
    verifies: [],
    agent: 'claude',
    fields: bash,
    answer: { approved: true },
    told: allow(),
  },
  {
    id: 'claude-deny',
    verifies: ['WATCH-403'],
    agent: 'claude',
    fields: bash,
    answer: { approved: false, message: 'use rg "instead"' },
    told: deny('use rg "instead"'),
  },
  {
    id: 'claude-remember',
    verifies: ['WATCH-404'],
    agent: 'claude',
    fields: { ...bash, permission_suggestions: [suggestion] },
    answer: { approved: true, remember: true },
    told: allow({ updatedPermissions: [suggestion] }),
  },
  {
    id: 'claude-questions',
    verifies: ['WATCH-405'],
    agent: 'claude',
    fields: asksQuestions,
    answer: { answers: { q1: 'pg', q2: 'tests, docs' } },
    told: allow({
      updatedInput: { questions, answers: { 'Which db?': 'pg', 'What else?': 'tests, docs' } },
    }),
  },
  {
    id: 'claude-dismissed',
    verifies: ['WATCH-405'],
    agent: 'claude',
    fields: asksQuestions,
    answer: { answers: {}, dismissed: true },
    told: deny(is.text),
  },
  {
    id: 'claude-plan',
    verifies: ['WATCH-406'],
    agent: 'claude',
    fields: { tool_name: 'ExitPlanMode', tool_input: plan },
    answer: { approved: true },
    told: allow({ updatedInput: plan }),
  },
  {
    id: 'codex-allow',
    verifies: ['WATCH-407'],
    agent: 'codex',
    fields: bash,
    answer: { approved: true, remember: true },
    told: allow(),
  },
  {
    id: 'codex-deny',
    verifies: ['WATCH-407', 'WATCH-403'],
    agent: 'codex',
    fields: bash,
    answer: { approved: false, message: 'not on a Friday' },
    told: deny('not on a Friday'),
  },
  {
    id: 'opencode-once',
    verifies: [],
    agent: 'opencode',
    native: 'permission.asked',
    fields: { id: 'per_1', permission: 'bash', patterns: ['ls'] },
    answer: { approved: true },
    told: { reply: 'once' },
  },
  {
    id: 'opencode-always',
    verifies: ['WATCH-404'],
    agent: 'opencode',
    native: 'permission.asked',
    fields: { id: 'per_1', permission: 'bash', patterns: ['ls'] },
    answer: { approved: true, remember: true },
    told: { reply: 'always' },
  },
  {
    id: 'opencode-reject',
    verifies: ['WATCH-403'],
    agent: 'opencode',
    native: 'permission.asked',
    fields: { id: 'per_1', permission: 'bash', patterns: ['ls'] },
    answer: { approved: false, message: 'use rg' },
    told: { reply: 'reject', message: 'use rg' },
  },
  {
    id: 'opencode-questions',
    verifies: ['WATCH-405'],
    agent: 'opencode',
    native: 'question.asked',
    fields: {
      id: 'que_1',
      questions: questions.map(({ multiSelect, ...one }) => ({ ...one, multiple: multiSelect })),
    },
    answer: { answers: { q1: 'pg', q2: 'tests, docs' } },
    told: { answers: [['pg'], ['tests', 'docs']] },
  },
  {
    id: 'opencode-dismissed',
    verifies: ['WATCH-405'],
    agent: 'opencode',
    native: 'question.asked',
    fields: { id: 'que_1', questions },
    answer: { answers: {}, dismissed: true },
    told: { reject: true },
  },
]

function expectTold(what: string, { status, json }: Answer, told: object): void {
  expectMatch(what, [status, json], [200, told])
  expectSame(`${what} has no other fields`, fieldsIn(json), fieldsIn(told))
}

/** Hooks that wait for somebody's answer, and what the agent is told. */
export const heldHooks: readonly ConformanceCase[] = [
  ...HELD_HOOKS.map(
    ({ id, verifies, agent, native = 'PermissionRequest', fields, answer, told }): ConformanceCase => ({
      id: `held-${id}`,
      verifies: [...new Set<RequirementId>([...verifies, 'WATCH-402'])],
      title: `${native} of ${agent}, held and answered`,
      async run(context) {
        // Somebody who could answer: without, Codex asks in its own terminal.
        await context.client()
        const terminal = new Terminal(context, agent)
        const asked = await terminal.ask(native, fields)
        await terminal.answer(answer)
        const heard = await asked.answer
        expectTold('the answer', heard, told)
        expectSame('who asks later', (await terminal.wait(asked.id)).text, heard.text)
      },
    }),
  ),
  {
    id: 'held-open',
    verifies: ['WATCH-401', 'WATCH-411'],
    title: 'a call that stays open, and the same hook again: before and after the answer',
    async run(context) {
      const client = await context.client()
      const claude = new Terminal(context, 'claude')
      await claude.tell('SessionStart', { source: 'startup' })
      const { name } = claude
      await client.join({ sessionId: name })
      const beside = { 'event-id': `e-${await claude.id()}` }
      const open = held(claude.call('PermissionRequest', bash, beside))
      const { requestId } = await client.frame({ type: 'permission_requested' })
      const asked = await claude.ask('PermissionRequest', bash, beside)
      const twice = await claude.hold('PermissionRequest', bash, beside)
      expectSame('the same hold', twice, asked.id)
      const reply = await client.ask({
        type: 'respond_permission',
        sessionId: name,
        requestId,
        approved: true,
      })
      expectMatch('the reply', reply, { type: 'approval_resolved', requestId })
      const after = await claude.call('PermissionRequest', bash, beside)
      for (const told of [await open, await asked.answer, after]) expectTold('each is told', told, allow())
      const types = (await claude.events()).map(({ type }) => type)
      expectSame('it is one request', types.filter((type) => type === 'permission_requested').length, 1)
    },
  },
  {
    id: 'held-answered-in-the-terminal',
    verifies: ['WATCH-409'],
    title: 'answered in the terminal: its tool ran, its turn is over, it replied itself',
    async run(context) {
      await context.client()
      const call = { ...bash, tool_use_id: 'call_1' }
      const goesOn: readonly (readonly [Agent, string, object, string, object, outcome: string])[] = [
        [
          'claude',
          'PermissionRequest',
          bash,
          'PostToolUse',
          { ...call, tool_response: 'ok' },
          'resolved_elsewhere',
        ],
        [
          'claude',
          'PermissionRequest',
          bash,
          'Stop',
          { last_assistant_message: 'Done.' },
          'resolved_elsewhere',
        ],
        [
          'codex',
          'PermissionRequest',
          bash,
          'PostToolUse',
          { ...call, tool_response: 'ok' },
          'resolved_elsewhere',
        ],
        [
          ...([
            'opencode',
            'permission.asked',
            { id: 'per_1', permission: 'bash', patterns: ['ls'] },
          ] as const),
          ...(['permission.replied', { requestID: 'per_1', reply: 'once' }, 'approved'] as const),
        ],
      ]
      for (const [agent, native, fields, next, more, outcome] of goesOn) {
        const terminal = new Terminal(context, agent)
        if (agent !== 'opencode') await terminal.tell('PreToolUse', call)
        const asked = await terminal.ask(native, fields)
        await terminal.tell(next, more)
        expectSame(`${agent}: ${next}`, (await asked.answer).text, '{}')
        expectMatch('the request', await terminal.requests(), [{ outcome }])
        expectMatch('nobody is needed', await terminal.seen(), { requestId: is.absent })
      }
    },
  },
  {
    id: 'held-unknown',
    verifies: ['WATCH-410', 'WATCH-413'],
    title: 'no hold, one of another agent, and an agent that cannot be answered',
    async run(context) {
      const claude = new Terminal(context, 'claude')
      const id = await claude.hold('PermissionRequest', bash)
      const [session] = id.split('.')
      const unknown = { status: 404, code: 'not_found', field: 'id' }
      for (const [agent, hold] of [
        ['claude', 'x'],
        ['claude', `${session}.eA`],
        ['claude', `${id}x`],
        ['codex', id],
      ]) {
        expectProblem(await context.http({ path: `/hooks/${agent}/held/${hold}` }), unknown)
      }
      await new Terminal(context, 'gemini').tell('Notification', { message: 'May I?' }, { wait: 'poll' })
      await claude.tell('Elicitation', { message: 'Your name?', mcp_server_name: 'forms' }, { wait: 'poll' })
    },
  },
]

/** The names of all fields, at every depth. */
function fieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || value instanceof Wanted) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsIn(inner)])
}
