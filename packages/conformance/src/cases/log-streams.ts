import type { ConformanceCase } from '../case.js'
import { askedAgain } from '../engine/asked-again.js'
import type { Context } from '../engine/context.js'
import type { Block, EventStream } from '../engine/event-stream.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { Receiver } from '../engine/receiver.js'
import { of, saved, toast } from './flow.js'
import { attributesOf, numbersOf, ofSession } from './records.js'

const FOREIGN = '01994f3a-0000-7000-8000-0000000000ff@5.0'
const HEAD = {
  status: 200,
  headers: { 'content-type': is.like(/^text\/event-stream/), 'x-accel-buffering': 'no' },
  text: is.like(/^retry: 5000\n\n/),
}

/** A turn in which somebody is asked and answers. */
const ASKED = [
  { type: 'user-prompt-submit', 'turn-id': 't', prompt: 'Hello' },
  { type: 'approval-requested', 'approval-type': 'exec', description: 'cargo build' },
  { type: 'approval-response', approved: true },
]

const query = (name: string, more = '') => `?session_id=${encodeURIComponent(name)}${more}`
const blocksOf = ({ blocks }: EventStream): Block[] => blocks.filter(({ event }) => event === undefined)
const numbers = (stream: EventStream) => numbersOf(blocksOf(stream).map(({ frame }) => frame))

/** The frame that says `n`, once it came. */
function numbered(stream: EventStream, n: number | string): Promise<unknown> {
  const attributes = is.holding({ key: 'n', value: { stringValue: String(n) } })
  return stream.frame({ attributes })
}

async function tell(context: Context, name: string, ...ns: (number | string)[]): Promise<void> {
  for (const n of ns) await context.notify(name, { type: 'x', n })
}

/** Records as they are written, notices for people, and what leaves the gateway. */
export const logStreams: readonly ConformanceCase[] = [
  {
    id: 'log-stream',
    verifies: ['LOG-040', 'LOG-041', 'LOG-043'],
    title: 'replayed records say so, live ones do not; ids are the cursors of the list',
    async run(context) {
      const name = context.name()
      await tell(context, name, 1, 2)
      const stream = await context.records(query(name, '&replay=1h'))
      await stream.replay()
      await tell(context, name, 3)
      await numbered(stream, 3)
      expectMatch('the head', stream, HEAD)
      expectSame('the records', numbers(stream), ['1', '2', '3'])
      const windows = blocksOf(stream).map(
        ({ frame }) => attributesOf(frame)['gestalt.replay_window'] ?? 'live',
      )
      expectSame('the windows', windows, ['1h', '1h', 'live'])
      const listed = await ofSession(context, name)
      expectSame(
        'ids',
        blocksOf(stream).map(({ id }) => id),
        listed.map(({ cursor }) => cursor),
      )
      const { cursor: _, ...last } = listed.at(-1) ?? {}
      expectSame('a live record', blocksOf(stream).at(-1)?.frame, last)
      expectThat('no carriage return', !stream.text.includes('\r'))
    },
  },
  {
    id: 'log-stream-windows',
    verifies: ['LOG-043'],
    title: 'without replay the last hour, with 0 only what comes',
    async run(context) {
      const name = context.name()
      await tell(context, name, 1)
      const [usual, none, minute] = [
        await context.records(query(name)),
        await context.records(query(name, '&replay=0')),
        await context.records(query(name, '&replay=1m')),
      ]
      await tell(context, name, 2)
      for (const [stream, window] of [
        [usual, '1h'],
        [none, undefined],
        [minute, '1m'],
      ] as const) {
        await numbered(stream, 2)
        expectSame('the records', numbers(stream), window === undefined ? ['2'] : ['1', '2'])
        const [first] = blocksOf(stream)
        expectMatch('the window', attributesOf(first?.frame)['gestalt.replay_window'], window ?? is.absent)
      }
    },
  },
  {
    id: 'log-stream-resume',
    verifies: ['LOG-042', 'LOG-041'],
    title: 'from each id on, while more is written: none is missing, none comes twice',
    async run(context) {
      const name = context.name()
      const writing = (async () => {
        for (let n = 0; n < 30; n++) await tell(context, name, n)
      })()
      await tell(context, name, 'first')
      const first = await context.records(query(name, '&replay=1h'))
      await writing
      await tell(context, name, 'last')
      await numbered(first, 'last')
      const all = blocksOf(first)
      expectMatch('how many', all.length, 32)
      expectThat('no id twice', new Set(all.map(({ id }) => id)).size === all.length)
      for (const at of [0, 1, 15, 30]) {
        const resumed = await context.records(query(name), { 'last-event-id': String(all[at]?.id) })
        await numbered(resumed, 'last')
        expectSame(
          `after ${at}`,
          blocksOf(resumed).map(({ id }) => id),
          all.slice(at + 1).map(({ id }) => id),
        )
      }
      const byQuery = await context.records(query(name, `&after=${encodeURIComponent(String(all[30]?.id))}`))
      await numbered(byQuery, 'last')
      expectSame('by after', numbers(byQuery), ['last'])
    },
  },
  {
    id: 'log-stream-joined',
    verifies: ['LOG-042'],
    title: 'who comes while records are written misses none and hears none twice',
    async run(context) {
      const name = context.name()
      await tell(context, name, 0)
      let n = 0
      const writing = (async () => {
        while (n < 40) await tell(context, name, ++n)
      })()
      const streams: EventStream[] = []
      for (let count = 0; count < 5; count++) streams.push(await context.records(query(name, '&replay=1h')))
      await writing
      await tell(context, name, 'last')
      const wanted = [...Array.from({ length: 41 }, (_, index) => String(index)), 'last']
      for (const stream of streams) {
        await numbered(stream, 'last')
        expectSame('the records', numbers(stream), wanted)
      }
    },
  },
  {
    id: 'log-stream-filters',
    verifies: ['LOG-044'],
    title: 'level, type and session choose what is told, replayed and live',
    async run(context) {
      const name = context.name()
      const send = (n: number, type: string) => context.notify(name, { type, n })
      await send(1, 'finish')
      await send(2, 'deploy')
      const [typed, loud, all] = [
        await context.records(query(name, '&type=deploy')),
        await context.records(query(name, '&level=warning')),
        await context.records(query(name, '&level=debug')),
      ]
      await send(3, 'finish')
      await send(4, 'deploy')
      await numbered(typed, 4)
      await numbered(all, 4)
      expectSame('of a type', numbers(typed), ['2', '4'])
      expectSame('all', numbers(all), ['1', '2', '3', '4'])
      expectSame('warnings', blocksOf(loud), [])
    },
  },
  {
    id: 'log-stream-gap',
    verifies: ['LOG-045'],
    title: 'a cursor of another log is a gap, and the stream goes on',
    async run(context) {
      const name = context.name()
      await tell(context, name, 1)
      const stream = await context.records(query(name), { 'last-event-id': FOREIGN })
      await stream.replay()
      await tell(context, name, 2)
      await numbered(stream, 2)
      const [first] = stream.blocks
      expectMatch('the first', first, { event: 'gap', frame: { type: 'gap', reason: 'epoch' } })
      const refused = await context.http({
        path: `/api/logs/stream${query(name)}`,
        headers: { ...authorization(context), 'last-event-id': 'nonsense' },
      })
      expectMatch('no cursor at all', refused.status, 400)
    },
  },
  {
    id: 'log-stream-ping',
    verifies: ['LOG-046'],
    title: 'a comment after 15 s',
    needs: ['open', 'slow'],
    async run(context) {
      const stream = await context.records(query(await told(context), '&replay=0'))
      const begun = performance.now()
      await askedAgain(
        context,
        'a comment',
        async () => stream.text,
        (text) => /^: ?\w*$/m.test(text),
      )
      const waited = performance.now() - begun
      expectThat('after 10 to 20 s', waited > 10_000 && waited < 20_000)
    },
  },
  {
    id: 'notifications-stream',
    verifies: ['LOG-060', 'LOG-061', 'LOG-062', 'LOG-063'],
    title: 'toasts and attention, and nothing else; resumed from an id on',
    async run(context) {
      const name = context.name()
      await saved(context, { ...of(name, toast('{{n}}', 'error')), where: { 'session.id': name, n: '*' } })
      await tell(context, name, 'before')
      await heardIn(context, name, 'before')
      const notices = await context.notifications()
      for (const payload of ASKED) await context.notify(name, payload)
      await tell(context, name, 'after')
      await notices.frame({ message: 'after' })
      expectMatch('the head', notices, HEAD)
      const session_id = String((await notices.frame({ message: 'after' })).session_id)
      const own = blocksOf(notices).filter(({ frame }) => frame.session_id === session_id)
      expectMatch(
        'what was told',
        own.map(({ frame }) => frame),
        [
          { type: 'attention_raised', level: 'warning', message: is.text },
          { type: 'attention_cleared', level: 'info', message: is.text },
          { type: 'toast', level: 'error', message: 'after' },
        ],
      )
      expectMatch('ids', own, is.each({ id: is.like(/^[0-9a-f-]{36}@\d+$/) }))
      const resumed = await context.notifications({ 'last-event-id': String(own[0]?.id) })
      await resumed.frame({ message: 'after', session_id })
      const rest = blocksOf(resumed).filter(({ frame }) => frame.session_id === session_id)
      expectSame('resumed', rest, own.slice(1))
    },
  },
  {
    id: 'log-export',
    verifies: ['LOG-081', 'LOG-082'],
    title: 'records are sent to an OTLP receiver, and one that fails changes no answer',
    needs: ['own'],
    beside: true,
    async run(context) {
      const receiver = await Receiver.open(
        context,
        (_call, _count, response) => void response.writeHead(500).end(),
      )
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BLRP_SCHEDULE_DELAY: '100' }
      const gateway = await context.startGateway({ env })
      const there = context.at(gateway)
      const name = there.name()
      await there.notify(name, { type: 'x', summary: `exported ${name}` })
      const call = await receiver.call({ path: '/v1/logs', body: is.containing(`exported ${name}`) })
      expectMatch('the call', call, {
        method: 'POST',
        headers: { 'content-type': is.like(/^application\//) },
      })
      expectThat('its message', call.body.includes('notify event accepted'))
      await there.notify(name, { type: 'x' })
      expectMatch('the list', (await ofSession(there, name)).length, 2)
      await gateway.stop()
    },
  },
]

async function told(context: Context): Promise<string> {
  const name = context.name()
  await tell(context, name, 1)
  return name
}

/** Waits until a toast is an event of its session. */
async function heardIn(context: Context, name: string, message: string): Promise<void> {
  const client = await context.client()
  const replayed = await client.join({ sessionId: name, afterSeq: 0 })
  if (replayed.some((frame) => frame.type === 'toast' && frame.message === message)) return
  await client.frame({ type: 'toast', message })
}

function authorization({ target }: Context): Record<string, string> {
  return target.token === '' ? {} : { authorization: `Bearer ${target.token}` }
}
