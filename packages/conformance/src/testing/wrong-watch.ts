import type { Answer } from '../engine/http-call.js'
import type { Frame } from '../engine/witness.js'
import type { Tampering } from './tampering-proxy.js'
import { only, without } from './wrong-turns.js'

type Row = readonly [what: string, tampering: Tampering, cases: readonly string[]]
type Entries = (entries: Frame[]) => object[]

/** Tampers with one list of every answer that has it, and of the blocks of streams. */
function inList(name: 'entries' | 'events' | 'listeners', change: Entries): Tampering {
  const changed = (said: Record<string, unknown>) => ({ ...said, [name]: change(said[name] as Frame[]) })
  return {
    answer: (answer) => {
      const has = answer.status === 200 && answer.text.startsWith(`{"${name}"`)
      return has ? { ...answer, text: JSON.stringify(changed(JSON.parse(answer.text))) } : answer
    },
    block: inBlocks((said) => (Array.isArray(said[name]) ? [changed(said)] : [said])),
  }
}

/** Tampers with what the blocks of event streams say. */
function inBlocks(change: (said: Frame) => object[]): NonNullable<Tampering['block']> {
  return (block) => {
    const [head, data] = block.split('data: ')
    if (data === undefined) return block
    return change(JSON.parse(data))
      .map((said) => `${head}data: ${JSON.stringify(said)}`)
      .join('\n\n')
  }
}

const entries = (change: (entry: Frame) => object[]) => inList('entries', (all) => all.flatMap(change))
const seenAs = (known: object, shown: object): Tampering => {
  const wanted = Object.entries(known)
  return entries((entry) => [
    wanted.every(([name, value]) => entry[name] === value) ? { ...entry, ...shown } : entry,
  ])
}
const events = (change: (event: Frame) => object[]) => inList('events', (all) => all.flatMap(change))
const set = (type: string, fields: object) => events(only(type, (event) => [{ ...event, ...fields }]))
const twice = (type: string) => only(type, (event) => [event, { ...event, seq: Number(event.seq) + 0.5 }])
const text = (from: string | RegExp, to: string): Tampering => ({
  answer: (answer) => ({ ...answer, text: answer.text.replace(from, to) }),
})
const status = (from: number, to: number): Tampering => ({
  answer: (answer: Answer) => (answer.status === from ? { ...answer, status: to } : answer),
})

/** A list from which nothing ever goes. */
function remembered(): Tampering {
  const known = new Map<unknown, Frame>()
  return inList('entries', (all) => {
    for (const entry of all) known.set(entry.sessionId, entry)
    return [...known.values()]
  })
}

/** Of the stream in the words of Codex. */
const words = (change: (said: Frame) => object[]): Tampering => ({
  block: inBlocks((said) => ('thread-id' in said ? change(said) : [said])),
})
const sorted = (said: Frame) => Object.fromEntries(Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1)))

/** What a gateway can do wrong with agents in people's terminals, and the cases that see it. */
export const WRONG_WATCH: readonly Row[] = [
  [
    'busy after a denial',
    seenAs({ reason: 'denied' }, { state: 'busy' }),
    ['watch-states-notify', 'watch-states-codex-events', 'watch-states-claude-hooks'],
  ],
  ['a failed turn that is busy', seenAs({ reason: 'failed' }, { state: 'busy' }), ['watch-first']],
  [
    'permission as waiting',
    seenAs({ state: 'permission' }, { state: 'waiting' }),
    ['watch-states-codex-hooks', 'watch-entry', 'watch-order'],
  ],
  ['a question as permission', seenAs({ state: 'waiting' }, { state: 'permission' }), ['watch-waiting']],
  ['idle with tasks left', seenAs({ reason: 'background' }, { state: 'idle' }), ['watch-waiting']],
  ['one that left and is shown', remembered(), ['watch-states-notify', 'watch-entry']],
  [
    'nothing of what it does',
    entries(without('action')),
    ['watch-states-codex-hooks', 'watch-states-claude-hooks', 'watch-entry'],
  ],
  ['no pane', entries(without('tmuxTarget')), ['watch-entry']],
  ['no process', entries(without('pid')), ['watch-entry']],
  ['the oldest first', inList('entries', (all) => [...all].reverse()), ['watch-order']],
  [
    'states by their names',
    inList('entries', (all) => [...all].sort((a, b) => (String(a.state) < String(b.state) ? -1 : 1))),
    ['watch-order'],
  ],
  [
    'a stream that begins with nothing',
    { block: inBlocks(only('watch_list', (said) => [{ ...said, entries: [] }])) },
    ['watch-entry', 'watch-order'],
  ],
  ['a change told twice', { block: inBlocks(twice('watch_state')) }, ['watch-states-notify']],
  [
    'a change that is told otherwise on /ws',
    { frame: only('watch_state', (frame) => [{ ...frame, since: 1 }]) },
    ['watch-entry'],
  ],
  ['a change heard twice', { frame: only('watch_state', (frame) => [frame, frame]) }, ['watch-entry']],
  ['no watch in the snapshot', { frame: only('state_snapshot', without('watch')) }, ['watch-entry']],
  [
    'two sessions of a thread as one',
    text(/"aliases":\[(?=\{"namespace":"notify")/, '"aliases":[{"namespace":"codex","id":"x"},'),
    ['watch-threads'],
  ],
  ['401 as 403', status(401, 403), ['watch-refused', 'logs-refused']],

  ['keys in another order', words((said) => [sorted(said)]), ['codex-notify-words', 'codex-notify-hooks']],
  [
    'a pid that is forgotten',
    words((said) => ['pid' in said ? { ...said, pid: 0 } : said]),
    ['codex-notify-words', 'codex-notify-hooks'],
  ],
  [
    'an answer that is not told',
    words((said) => (said.type === 'approval-response' ? [] : [said])),
    ['codex-notify-words'],
  ],
  [
    'an event told twice',
    words((said) => (said.type === 'turn-failed' ? [said, said] : [said])),
    ['codex-notify-words'],
  ],
  ['no ids', { block: (block) => block.replace(/^id: .*@\d+\ndata/, 'data') }, ['codex-notify-words']],
  [
    'no gap for a foreign cursor',
    { block: (block) => (block.includes('event: gap') ? '' : block) },
    ['codex-notify-foreign-cursor'],
  ],

  ['nothing is late', events(without('late')), ['hook-late']],
  ['no word of when', events(without('occurredAt')), ['hook-late']],
  [
    'somebody is asked late',
    events(
      only('permission_requested', (event) => [
        event,
        { ...event, type: 'attention_raised', kind: 'permission' },
      ]),
    ),
    ['hook-late'],
  ],
  ['the same event id twice', events(twice('agent_notification')), ['hook-bad-headers']],
  ['late, for no reason', set('agent_notification', { late: true }), ['hook-bad-headers']],
  ['of the turn that runs', set('tool_result', { turnId: 'turn_1' }), ['hook-out-of-order']],
  ['a turn that ends twice', events(twice('turn_complete')), ['hook-out-of-order']],
  [
    'colours on the list',
    entries((one) => [{ ...one, message: `\u001b[0m${one.message}` }]),
    ['hook-hostile'],
  ],
  ['cut without a word', set('tool_result', { output: 'xxx' }), ['hook-large']],

  [
    'a yes as a no',
    text('"behavior":"allow"', '"behavior":"deny"'),
    ['held-claude-allow', 'held-codex-allow', 'held-open'],
  ],
  [
    'a no without its words',
    text(/"message":"(use|not)[^"]*/, '"message":"no'),
    ['held-codex-deny', 'held-opencode-reject'],
  ],
  ['not from now on', text('"updatedPermissions"', '"permissions"'), ['held-claude-remember']],
  ['only once', text('"reply":"always"', '"reply":"once"'), ['held-opencode-always']],
  ['answers by ids', text('"Which db?":', '"q1":'), ['held-claude-questions']],
  ['labels as one text', text('["tests","docs"]', '["tests, docs"]'), ['held-opencode-questions']],
  ['a plan without its input', text(/,"updatedInput":\{.*?\}/, ''), ['held-claude-plan']],
  [
    'a field Codex does not know',
    text('"behavior":"allow"', '"behavior":"allow","remember":true'),
    ['held-codex-allow'],
  ],
  ['202 as 200', status(202, 200), ['held-claude-allow', 'held-open']],
  [
    'given up instead of answered there',
    text('"outcome":"resolved_elsewhere"', '"outcome":"expired"'),
    ['held-answered-in-the-terminal', 'hook-late'],
  ],
  ['404 as 400', status(404, 400), ['held-unknown', 'listeners-refused']],

  ['415 as 400', status(415, 400), ['logs-refused']],
  ['denied as approved', set('approval_resolved', { approved: true }), ['logs-decision']],
  [
    'decided from here',
    set('approval_resolved', { by: { userId: 'owner', via: 'rest' } }),
    ['logs-decision'],
  ],

  ['204 as 200', status(204, 200), ['listeners-told']],
  ['a listener twice', inList('listeners', (all) => [...all, ...all]), ['listeners-told']],
  ['told twice', { frame: twice('agent_notification') }, ['listeners-told']],
  ['400 as 422', status(400, 422), ['listeners-refused', 'watch-refused']],
]

/** What shows on gateways that a case starts itself. */
export const WRONG_HOOK_TOKEN: readonly Row[] = [
  ['more than hooks may', status(403, 200), ['hook-token']],
  ['another answer after a restart', text('"behavior":"allow"', '"behavior":"deny"'), ['hook-token']],
  ['a session of nobody', status(204, 404), ['hook-token']],
]
