import type { ConformanceCase } from '../case.js'
import { sessionPath } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder, expectNone } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import { theOnly } from './signalling.js'
import { Terminal } from './terminal.js'

const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } }
/** When a hook ran that is told late. */
const THEN = 1_794_770_905_728
const LATE = { late: '1', 'occurred-at': String(THEN) }

/** Ids of turns as Codex gives them: they hold the time. */
const [OLDER, OLD, NOW] = [
  '01a1e09a-5f7e-7842-87c5-b4f35f321b80',
  '01a1e09a-7b3e-7c50-a323-6ae9b4eafafd',
  '01a1e09a-9000-7c50-a323-6ae9b4eafafd',
] as const

/** Nothing a terminal would act on. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CLEAN = /^[^\x00-\x1f\x7f-\x9f]*$/

const BAD: Readonly<Record<string, readonly string[]>> = {
  pid: ['x', '-1', '0', '99999999999', '1.5'],
  'pid-started': ['x'.repeat(600)],
  host: ['x'.repeat(600)],
  'occurred-at': ['yesterday', '-5', '99999999999999999999'],
  'event-id': ['with blanks', 'x'.repeat(129)],
  late: ['yes', '0'],
  wait: ['forever'],
  attended: ['maybe'],
}

/** What the client of a hook says beside the payload, and when it says it. */
export const hookContext: readonly ConformanceCase[] = [
  {
    id: 'hook-bad-headers',
    verifies: ['WATCH-302', 'WATCH-303'],
    title: 'headers that cannot be understood; then the same event twice, and two',
    async run(context) {
      const claude = new Terminal(context, 'claude')
      const bad = Object.entries(BAD).flatMap(([name, values]) => values.map((value) => ({ [name]: value })))
      for (const [n, beside] of bad.entries())
        await claude.tell('Notification', { message: `bad ${n}` }, beside)
      const messages = async () =>
        (await claude.events()).flatMap(({ type, message }) =>
          type === 'agent_notification' ? [message] : [],
        )
      expectSame(
        'all are taken',
        await messages(),
        bad.map((_, n) => `bad ${n}`),
      )
      expectNone('none is late', await claude.events(), { late: true })
      const { json } = await context.http({ path: sessionPath(claude.name) })
      expectMatch('no process', json, { process: is.absent })

      const id = await claude.id()
      for (const event of ['a', 'a', 'b']) {
        await claude.tell('Notification', { message: 'Same' }, { 'event-id': `${id}-${event}` })
      }
      await claude.tell('Notification', { message: 'Same' }, { 'event-id': `${id}-a`, ...LATE })
      expectSame('once for each id', (await messages()).slice(bad.length), ['Same', 'Same'])
    },
  },
  {
    id: 'hook-late',
    verifies: ['WATCH-304', 'WATCH-305'],
    title: 'a turn with a request that is told after the fact',
    async run(context) {
      const client = await context.client()
      const claude = new Terminal(context, 'claude')
      await claude.tell('UserPromptSubmit', { prompt: 'Fix it' }, LATE)
      await claude.tell('PermissionRequest', bash, { ...LATE, wait: 'poll' })
      await claude.tell('Stop', { last_assistant_message: 'Done.' }, LATE)
      const events = await claude.events()
      const marks = { late: true, occurredAt: THEN }
      expectInOrder('what is told', events, [
        { type: 'turn_started', ...marks },
        { type: 'user_message', content: 'Fix it', ...marks },
        { type: 'permission_requested', ...marks },
        { type: 'request_closed', reason: 'resolved_elsewhere', ...marks },
        { type: 'turn_complete', finalText: 'Done.', ...marks },
      ])
      const [{ sessionId }] = await client.join({ sessionId: claude.name })
      const raised = { type: 'attention_raised' }
      expectNone('kept', events, raised)
      expectNone('told to everyone', client.of(sessionId), raised)
      expectMatch('the request', await claude.requests(), [
        { status: 'closed', outcome: 'resolved_elsewhere' },
      ])
      expectMatch('what is seen', await claude.seen(), { state: 'idle', late: is.absent })
      await claude.tell('UserPromptSubmit', { prompt: 'Now', prompt_id: 'p2' })
      const now = (await claude.events()).find(({ content }) => content === 'Now')
      expectMatch('what is told in time', now, { late: is.absent, occurredAt: is.absent })
    },
  },
  {
    id: 'hook-out-of-order',
    verifies: ['WATCH-306'],
    title: 'hooks of turns that are over, and of an older one, while another runs',
    async run(context) {
      const codex = new Terminal(context, 'codex')
      const call = { ...bash, tool_use_id: 'call_1', tool_response: 'ok' }
      await codex.tell('UserPromptSubmit', { turn_id: OLD, prompt: 'First' })
      await codex.tell('Stop', { turn_id: OLD, last_assistant_message: 'Done.' })
      await codex.tell('UserPromptSubmit', { turn_id: NOW, prompt: 'Second' })
      const before = await codex.seen()
      await codex.tell('PostToolUse', { turn_id: OLD, ...call })
      await codex.tell('Stop', { turn_id: OLD, last_assistant_message: 'Done.' })
      await codex.tell('UserPromptSubmit', { turn_id: OLDER, prompt: 'Long ago' })
      await codex.tell('Stop', { turn_id: OLDER, last_assistant_message: 'Long done.' })
      expectSame('what is seen', await codex.seen(), before)
      await codex.tell('Stop', { turn_id: NOW, last_assistant_message: 'All done.' })
      const events = await codex.events()
      const turns = events.flatMap(({ type, turnId }) => (type === 'turn_started' ? [turnId] : []))
      expectSame('three turns', new Set(turns).size, 3)
      const [first, second, older] = turns
      expectMatch('the tool is of the first', theOnly('tool_result', events), { turnId: first })
      const prompts = events.filter(({ type }) => type === 'user_message')
      expectMatch('the prompts', prompts, [{ turnId: first }, { turnId: second }, { turnId: older }])
      const ends = events.filter(({ type }) => type === 'turn_complete')
      expectMatch('each ends once', ends, [
        { turnId: first, finalText: 'Done.' },
        { turnId: older, finalText: 'Long done.' },
        { turnId: second, finalText: 'All done.' },
      ])
      expectMatch('it is over', await codex.seen(), { state: 'idle' })
    },
  },
  {
    id: 'hook-hostile',
    verifies: ['WATCH-308', 'WATCH-302'],
    title: 'escape codes, control characters, marks of shells and HTML in every field',
    async run(context) {
      const claude = new Terminal(context, 'claude')
      const plain = '$(reboot); `id` && <b onclick="x">&amp;</b> | \'"%s'
      const hostile = `\u001b]0;owned\u0007\u001b[31m${plain}\u0000\u0008\u009b2J`
      const call = {
        tool_name: 'Bash',
        tool_input: { command: hostile, description: hostile },
        tool_use_id: plain,
      }
      const all = {
        cwd: hostile,
        permission_mode: hostile,
        transcript_path: hostile,
        of_tomorrow: { [hostile]: hostile },
      }
      const place = { pid: '4711', host: 'elsewhere', 'tmux-pane': plain, tty: plain }
      await claude.tell('SessionStart', { ...all, source: hostile, model: hostile }, place)
      await claude.tell('UserPromptSubmit', { ...all, prompt: hostile })
      await claude.tell('PreToolUse', { ...all, ...call })
      await claude.hold('PermissionRequest', { ...all, ...call })
      const seen = await claude.seen()
      const clean = is.like(CLEAN)
      expectMatch('what is seen', seen, {
        state: 'permission',
        message: clean,
        action: clean,
        cwd: hostile,
        tmuxTarget: plain,
      })
      await claude.answer({ approved: true })
      await claude.tell('Stop', { ...all, last_assistant_message: hostile })
      expectMatch('it has a name', await claude.seen(), { state: 'idle', name: clean })
      expectThat('what is no escape code stays', String(seen?.message).includes(plain))
    },
  },
  {
    id: 'hook-large',
    verifies: ['WATCH-307'],
    title: 'what a tool returned has 5 MB',
    async run(context) {
      const claude = new Terminal(context, 'claude')
      const output = 'x'.repeat(5_000_000)
      await claude.tell('PostToolUse', { ...bash, tool_use_id: 'call_1', tool_response: { stdout: output } })
      const told = theOnly('tool_result', await claude.events())
      expectThat('the output is cut', String(told.output).length < 300_000)
      expectMatch('it is said', told, { output: is.like(/^x+[^x]*cut[^x]*$/) })
      const raw = await context.http({ path: `${sessionPath(claude.name)}/events/${told.seq}/raw` })
      expectThat('the payload is whole', raw.status === 200 && raw.text.includes(output))
    },
  },
]
