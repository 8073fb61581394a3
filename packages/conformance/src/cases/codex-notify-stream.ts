import { CODEX_EVENTS } from '@signalbox/protocol/watch'
import type { ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import type { Block, EventStream } from '../engine/event-stream.js'
import { expectMatch, expectSame } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { notification } from './signalling.js'
import { Terminal } from './terminal.js'

const FOREIGN = '01994f3a-0000-7000-8000-0000000000ff'

/** A stream that has told what there was; what comes is live. */
async function opened(context: Context, query = '', headers: Record<string, string> = {}) {
  const stream = await context.codexNotify(query, headers)
  const end = (await stream.replay()).at(-1)
  return { stream, cursor: String(end?.cursor) }
}

/** What was told of one thread. */
const of = ({ blocks }: EventStream, thread: string): Block[] =>
  blocks.filter(({ frame }) => frame['thread-id'] === thread)
const lines = (blocks: readonly Block[]) => blocks.map(({ frame }) => JSON.stringify(frame))

/** The eight events as Codex tells them of one thread: three turns, each with its own end. */
function story(thread: string): readonly object[] {
  const example = (type: keyof typeof CODEX_EVENTS, turn?: string) => ({
    ...CODEX_EVENTS[type].example,
    'thread-id': thread,
    ...(turn === undefined ? {} : { 'turn-id': turn }),
  })
  return [
    example('session-start'),
    example('user-prompt-submit', '1'),
    example('approval-requested', '1'),
    example('approval-response', '1'),
    example('agent-turn-complete', '1'),
    example('user-prompt-submit', '2'),
    { ...example('turn-aborted', '2'), reason: 'aborted' },
    example('user-prompt-submit', '3'),
    example('turn-failed', '3'),
    example('session-end'),
  ]
}

/** What happens, in the words of the Codex notify program. */
export const codexNotifyStream: readonly ConformanceCase[] = [
  {
    id: 'codex-notify-words',
    verifies: ['WATCH-201', 'WATCH-202'],
    title: 'the eight events go in and come out, live and from every place they can be resumed from',
    async run(context) {
      const [thread, name] = [context.name(' thread'), context.name()]
      const { stream, cursor } = await opened(context)
      const told = story(thread).map((event) => JSON.stringify(event))
      for (const payload of story(thread)) await context.notify(name, payload)
      await stream.frame({ type: 'session-end', 'thread-id': thread })
      expectSame('live', lines(of(stream, thread)), told)
      const ids = [cursor, ...of(stream, thread).map(({ id }) => String(id))]
      expectMatch('their ids', ids, is.each(is.like(/^[0-9a-f-]{36}@\d+$/)))
      for (const [n, last] of ids.entries()) {
        const header = await opened(context, '', { 'last-event-id': last })
        expectSame(`Last-Event-ID of ${n}`, of(header.stream, thread), of(stream, thread).slice(n))
        // Each that stays open reads along with everything the other cases tell.
        header.stream.close()
      }
      const after = await opened(context, `&after=${encodeURIComponent(cursor)}`)
      expectSame('after', lines(of(after.stream, thread)), told)
      const silent = await opened(context)
      expectSame('without a place to resume from', of(silent.stream, thread), [])
    },
  },
  {
    id: 'codex-notify-hooks',
    verifies: ['WATCH-201', 'WATCH-203'],
    title: 'a turn of Codex and of Claude Code, told by their hooks',
    async run(context) {
      const { cursor } = await opened(context)
      const beside = { pid: '4711', host: 'elsewhere' }
      const agents = [new Terminal(context, 'codex'), new Terminal(context, 'claude')] as const
      for (const agent of agents) {
        await agent.tell('SessionStart', { source: 'startup' }, beside)
        await agent.tell('UserPromptSubmit', { prompt: 'Fix it' })
        await agent.tell('Stop', { last_assistant_message: 'Done.' })
        await agent.tell('SessionEnd', { reason: 'other' })
      }
      const words = (thread: string, turn: string) => {
        const at = { 'thread-id': thread, 'turn-id': turn, cwd: '/home/me/shop' }
        const start = { type: 'session-start', 'thread-id': thread, cwd: '/home/me/shop', pid: 4711 }
        const said = { 'input-messages': ['Fix it'], 'last-assistant-message': 'Done.' }
        return [
          start,
          { type: 'user-prompt-submit', ...at, prompt: 'Fix it' },
          { type: 'agent-turn-complete', ...at, ...said },
          { type: 'session-end', 'thread-id': thread },
        ].map((event) => JSON.stringify(event))
      }
      const [codex, claude] = agents
      const usual = await opened(context, `&after=${encodeURIComponent(cursor)}`)
      const all = await opened(context, `&agent=all&after=${encodeURIComponent(cursor)}`)
      expectSame('Codex', lines(of(usual.stream, codex.name)), words(codex.name, 't1'))
      const ids = [claude.name, await claude.id()]
      const ofClaude = ({ blocks }: EventStream) =>
        blocks.filter(({ frame }) => ids.includes(String(frame['thread-id'])))
      expectSame('no other', ofClaude(usual.stream), [])
      expectSame('all: Codex', lines(of(all.stream, codex.name)), words(codex.name, 't1'))
      const [first] = ofClaude(all.stream)
      expectSame(
        'all: the other',
        lines(ofClaude(all.stream)),
        words(String(first?.frame['thread-id']), 'p1'),
      )
    },
  },
  {
    id: 'codex-notify-foreign-cursor',
    verifies: ['WATCH-205'],
    title: 'a cursor of another log',
    async run(context) {
      const thread = context.name(' thread')
      await context.notify(context.name(), { type: 'session-start', 'thread-id': thread })
      await notification(context, context.name(), { message: 'nothing to Codex' })
      const { stream } = await opened(context, '', { 'last-event-id': `${FOREIGN}@1` })
      expectMatch('first', stream.blocks[0], { event: 'gap', frame: { type: 'gap', reason: 'epoch' } })
      expectMatch('then everything', of(stream, thread), [{ frame: { type: 'session-start' } }])
    },
  },
]
