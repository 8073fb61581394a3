import { CODEX_EVENTS, type CodexEventType } from '@signalbox/protocol/watch'
import type { ConformanceCase } from '../case.js'
import { type Context, sessionPath } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import type { RequirementId } from '../manifest.js'
import { Terminal, watchList } from './terminal.js'

/** Something that happens, and what is then seen of the session; null: nothing. */
type Step = readonly [happens: (at: Door) => Promise<unknown>, seen: object | null]

/** A way for events to come in, to one session. */
interface Door {
  terminal: Terminal
  tell(native: string, fields?: object): Promise<unknown>
}

const idle = { state: 'idle', reason: is.absent, requestId: is.absent, message: is.absent, action: is.absent }
const busy = { state: 'busy', reason: is.absent, requestId: is.absent, message: is.absent }
const denied = { ...idle, state: 'idle', reason: 'denied' }
const failed = { ...idle, reason: 'failed' }
const asks = (message: string) => ({ state: 'permission', reason: is.absent, requestId: is.text, message })

const OF_TOMORROW: Step = [({ tell }) => tell('of-tomorrow', { 'turn-id': '3' }), busy]

/** The life of a session in the eight events. */
const EIGHT: readonly Step[] = [
  [
    ({ tell }) => tell('session-start', { cwd: '/home/me/shop', pid: 12345 }),
    { ...idle, cwd: '/home/me/shop' },
  ],
  [({ tell }) => tell('user-prompt-submit', { 'turn-id': '1', prompt: 'Fix it' }), busy],
  [({ tell }) => tell('approval-requested', asked('1')), asks('cargo build')],
  [({ tell }) => tell('approval-response', { 'turn-id': '1', approved: false }), denied],
  [({ tell }) => tell('approval-requested', asked('1')), asks('cargo build')],
  [({ tell }) => tell('approval-response', { 'turn-id': '1', approved: true }), busy],
  [({ tell }) => tell('agent-turn-complete', { 'turn-id': '1', 'last-assistant-message': 'Done.' }), idle],
  [({ tell }) => tell('user-prompt-submit', { 'turn-id': '2', prompt: 'Go on' }), busy],
  [({ tell }) => tell('turn-aborted', { 'turn-id': '2', reason: 'interrupted' }), idle],
  [({ tell }) => tell('user-prompt-submit', { 'turn-id': '3', prompt: 'Again' }), busy],
  OF_TOMORROW,
  [({ tell }) => tell('turn-failed', { 'turn-id': '3', message: 'no model' }), failed],
  [({ tell }) => tell('session-end'), null],
]

const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } }
const call = { ...bash, tool_use_id: 'call_1' }
const action = 'Bash: npm test'

/** The same as hooks tell it; what they ask is answered from here. */
const HOOKS: readonly Step[] = [
  [({ tell }) => tell('SessionStart', { source: 'startup' }), { ...idle, cwd: '/home/me/shop' }],
  [({ tell }) => tell('UserPromptSubmit', { prompt: 'Fix it' }), busy],
  [({ tell }) => tell('PreToolUse', call), { ...busy, action }],
  [({ terminal }) => terminal.hold('PermissionRequest', bash), { ...asks('npm test'), action }],
  [({ terminal }) => terminal.answer({ approved: false }), denied],
  [
    ({ terminal }) => terminal.hold('PermissionRequest', { ...bash, tool_name: 'Write' }),
    { state: 'permission' },
  ],
  [({ terminal }) => terminal.answer({ approved: true }), busy],
  [({ tell }) => tell('OfTomorrow'), busy],
  [({ tell }) => tell('PostToolUse', { ...call, tool_response: 'ok' }), busy],
  [({ tell }) => tell('Stop', { last_assistant_message: 'Done.' }), idle],
]
const END: Step = [({ tell }) => tell('SessionEnd', { reason: 'other' }), null]
const BROKEN: readonly Step[] = [
  [({ tell }) => tell('UserPromptSubmit', { prompt: 'Again', prompt_id: 'p2' }), busy],
  [({ tell }) => tell('StopFailure', { error: 'overloaded', prompt_id: 'p2' }), failed],
]

function asked(turn: string) {
  return { 'turn-id': turn, 'approval-type': 'exec', description: 'cargo build' }
}

/** The notify door, for a thread of Codex. */
function notified(context: Context, name = context.name()): Door {
  const thread = `${name} thread`
  const tell = (type: string, fields: object = {}) =>
    context.notify(name, { type, 'thread-id': thread, ...fields })
  return { terminal: new Terminal(context, 'codex', name), tell }
}

function hooked(agent: 'codex' | 'claude') {
  return (context: Context): Door => {
    const terminal = new Terminal(context, agent)
    return { terminal, tell: (native, fields = {}) => terminal.tell(native, fields) }
  }
}

interface Life {
  id: string
  open(context: Context): Door
  steps: readonly Step[]
  /** Beside what all of them show. */
  shows: readonly RequirementId[]
}

const LIVES: readonly Life[] = [
  { id: 'notify', open: notified, steps: EIGHT, shows: ['WATCH-007', 'WATCH-008', 'WATCH-012'] },
  // A notify program that calls the client of hooks tells the same events at another door.
  {
    id: 'codex-events',
    open: hooked('codex'),
    steps: EIGHT.filter((step) => step !== OF_TOMORROW),
    shows: ['WATCH-007', 'WATCH-008'],
  },
  { id: 'codex-hooks', open: hooked('codex'), steps: [...HOOKS, END], shows: ['WATCH-012', 'WATCH-015'] },
  {
    id: 'claude-hooks',
    open: hooked('claude'),
    steps: [...HOOKS, ...BROKEN, END],
    shows: ['WATCH-008', 'WATCH-012', 'WATCH-015'],
  },
]

/** What is seen of a session whose first event this is; null: nothing. */
const FIRST: Readonly<Record<CodexEventType, object | null>> = {
  'session-start': idle,
  'user-prompt-submit': busy,
  'approval-requested': asks('cargo build --release'),
  'approval-response': null,
  'agent-turn-complete': idle,
  'session-end': null,
  'turn-aborted': idle,
  'turn-failed': failed,
}

/** What is seen of sessions at a glance, after each event and through each door. */
export const watchStates: readonly ConformanceCase[] = [
  ...LIVES.map(
    ({ id, open, steps, shows }): ConformanceCase => ({
      id: `watch-states-${id}`,
      verifies: [
        ...(['WATCH-001', 'WATCH-002', 'WATCH-003', 'WATCH-004', 'WATCH-005', 'WATCH-006'] as const),
        ...(['WATCH-009', 'WATCH-010'] as const),
        ...shows,
      ],
      title: `the life of a session through ${id}, as it is seen`,
      async run(context) {
        const stream = await context.watch()
        await stream.frame({ type: 'watch_list' })
        const door = open(context)
        const states: string[] = []
        for (const [happens, wanted] of steps) {
          await happens(door)
          const seen = await door.terminal.seen()
          expectMatch(`after ${states.join(', ')}`, seen, wanted ?? is.absent)
          const state = seen?.state ?? 'ended'
          if (states.at(-1) !== state) states.push(state)
        }
        const sessionId = await door.terminal.id()
        const left = await stream.frame({ type: 'watch_state', sessionId, state: 'ended' })
        expectMatch('the end', left, { until: is.absent })
        const told = stream.blocks.flatMap(({ frame }) => (frame.sessionId === sessionId ? [frame] : []))
        const heard = told.map(({ state }) => state)
        expectSame(
          'what was told',
          heard.filter((state, n) => state !== heard[n - 1]),
          states,
        )
        const kept = (await door.terminal.events()).filter(({ type }) => type === 'watch_state')
        expectSame('what is kept', kept, told)
      },
    }),
  ),
  {
    id: 'watch-first',
    verifies: ['WATCH-011', 'WATCH-012'],
    title: 'each of the eight events, and one nobody knows, as the first, through notify and as hooks',
    async run(context) {
      const sessions: (readonly [string, Terminal, object | null])[] = []
      for (const [type, wanted] of Object.entries(FIRST)) {
        for (const open of [notified, hooked('codex')]) {
          const { terminal, tell } = open(context)
          const example: Record<string, unknown> = CODEX_EVENTS[type as CodexEventType].example
          const { type: _type, 'thread-id': _thread, ...fields } = example
          await tell(type, fields)
          sessions.push([type, terminal, wanted])
        }
      }
      const { terminal, tell } = notified(context)
      await tell('of-tomorrow')
      sessions.push(['of-tomorrow', terminal, null])
      const entries = await watchList(context)
      const { json } = await context.http({ path: '/api/sessions?limit=100' })
      const known = (json as { sessions: { id: string; aliases: { id: string }[] }[] }).sessions
      for (const [type, { name }, wanted] of sessions) {
        const session = known.find(({ aliases }) => aliases.some((alias) => alias.id === name))
        expectMatch(`the session of ${type}`, session, { id: is.uuid })
        const seen = entries.find(({ sessionId }) => sessionId === session?.id)
        expectMatch(`${type} as the first`, seen, wanted ?? is.absent)
      }
    },
  },
  {
    id: 'watch-waiting',
    verifies: ['WATCH-013', 'WATCH-014'],
    title: 'a question, and tasks in the background',
    async run(context) {
      const claude = new Terminal(context, 'claude')
      const questions = [
        { question: 'Which db?', header: 'DB', options: [{ label: 'pg' }, { label: 'sqlite' }] },
      ]
      await claude.hold('PermissionRequest', { tool_name: 'AskUserQuestion', tool_input: { questions } })
      expectMatch('a question', await claude.seen(), {
        state: 'waiting',
        requestId: is.text,
        message: is.text,
      })
      await claude.answer({ answers: { q1: 'pg' } })
      expectMatch('answered', await claude.seen(), busy)
      const tasks = { background_tasks: [{ id: 'b1', type: 'shell', status: 'running' }] }
      await claude.tell('Stop', { last_assistant_message: 'It runs.', ...tasks })
      expectMatch('tasks go on', await claude.seen(), { state: 'busy', reason: 'background', background: 1 })
      await claude.tell('UserPromptSubmit', { prompt: 'And?', prompt_id: 'p2' })
      await claude.tell('Stop', { last_assistant_message: 'Done.', prompt_id: 'p2', background_tasks: [] })
      expectMatch('none goes on', await claude.seen(), { ...idle, background: is.absent })
    },
  },
  {
    id: 'watch-threads',
    verifies: ['WATCH-020', 'WATCH-021'],
    title: 'a thread told of under two names, and by its hooks',
    async run(context) {
      const [thread, one, other] = [context.name(' thread'), context.name(), context.name()]
      await context.notify(one, { type: 'session-start', 'thread-id': thread })
      await context.notify(other, {
        type: 'user-prompt-submit',
        'thread-id': thread,
        'turn-id': '1',
        prompt: 'Hi',
      })
      await new Terminal(context, 'codex', thread).tell('UserPromptSubmit', { prompt: 'Fix it' })
      const session = async (name: string) => (await context.http({ path: sessionPath(name) })).json
      const first = {
        id: is.uuid,
        aliases: [
          { namespace: 'notify', id: one },
          { namespace: 'codex', id: thread },
        ],
      }
      expectMatch('the first', await session(one), { ...first, agentType: 'codex', status: 'running' })
      expectMatch('the other', await session(other), {
        aliases: [{ namespace: 'notify', id: other }],
        status: 'running',
      })
      expectSame('the thread', await session(thread), await session(one))
      const prompts = async (name: string) =>
        (await context.events(name)).flatMap(({ type, content }) =>
          type === 'user_message' ? [content] : [],
        )
      expectSame('what was told of each', [await prompts(one), await prompts(other)], [['Fix it'], ['Hi']])
      const seen = (await watchList(context)).map(({ sessionId }) => sessionId)
      const ids = await Promise.all(
        [one, other].map(async (name) => ((await session(name)) as { id: string }).id),
      )
      expectThat('both are seen', ids[0] !== ids[1] && ids.every((id) => seen.includes(id)))
    },
  },
]
