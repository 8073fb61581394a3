import { ItemFold, type RpcLine } from '@signalbox/protocol/telling'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Subscriber } from '../../hub/subscriber.js'
import { sharedLog } from '../../log/shared-log.fixture.js'
import { draft, ingest } from '../../log/testing.js'
import { prepareJoin } from './join-stream.js'
import { type Line, openRpcDoors, type RpcDoors } from './stream.fixture.js'

const shared = sharedLog()
let stories = 0

/** Things an agent does, each a commit of its own; the next waits for it, other threads do not. */
const HAPPENINGS = ['text', 'text', 'text', 'tool', 'result', 'message', 'input', 'think'] as const
type Happening = (typeof HAPPENINGS)[number]

/** A turn of a thread, told to the log piece by piece. */
async function runTurn({ log }: RpcDoors, name: string, turn: string, happenings: readonly Happening[]) {
  const say = (type: Parameters<typeof draft>[0], data: Parameters<typeof draft>[1] = {}) =>
    log.commit(ingest(name, [draft(type, data, { nativeTurnId: turn })]))
  await say('turn_started')
  await say('user_message', { content: `Do ${turn}`, via: 'test' })
  for (const [n, happening] of happenings.entries()) {
    const toolCallId = `${turn}-${n}`
    if (happening === 'text') await say('text_delta', { text: `${n} ` })
    if (happening === 'think') await say('thinking_progress', { text: `${n} ` })
    if (happening === 'message') await say('message_complete', { text: `${turn} ${n}` })
    if (happening === 'input') await say('user_message', { content: `More ${turn} ${n}`, via: 'test' })
    if (happening === 'tool') await say('tool_call', { toolCallId, toolName: 'Bash', args: { n } })
    if (happening === 'result') await say('tool_result', { toolCallId: `${turn}-${n - 1}`, result: `${n}` })
  }
  await say('turn_complete', { stopReason: 'end_turn' })
}

/** What lines tell of each thread, whoever read them: what it went through, and its items as they are in the end. */
function storyOf(lines: readonly Line[]) {
  const threads = new Map<string, { steps: string[]; items: ItemFold; created: Set<string> }>()
  for (const line of lines) {
    const { method = '', params } = line
    const thread = threads.get(params.thread_id) ?? {
      steps: [],
      items: new ItemFold(),
      created: new Set<string>(),
    }
    threads.set(params.thread_id, thread)
    if (!method.startsWith('item/')) thread.steps.push(`${method} ${params.turn_id ?? ''}`)
    if (method === 'item/created') thread.created.add(params.item_id)
    else if (method.startsWith('item/'))
      expect(thread.created, JSON.stringify(line)).toContain(params.item_id)
    thread.items.take(line as unknown as RpcLine)
  }
  return threads
}

/** The items that are stored, without what depends on when they were told. */
const itemsOf = (fold: ItemFold) =>
  fold.items
    .filter(({ content }) => content.type !== 'reasoning')
    .map(({ timestamp: _told, ...item }) => item)
    .sort((a, b) => (a.item_id < b.item_id ? -1 : 1))

/** On one connection places never fall: those of the log at all, numbers within their thread. */
function checkPlaces(lines: readonly Line[]): void {
  const last = new Map<string, number>()
  const rises = (key: string, line: Line, at: number) => {
    expect(at, `${key} ${JSON.stringify(line)}`).toBeGreaterThanOrEqual(last.get(key) ?? 0)
    last.set(key, at)
  }
  for (const line of lines) {
    rises('offset', line, line.params.offset)
    rises(line.params.thread_id, line, line.params.seq)
  }
}

/**
 * Reads on, cut off after so many lines each time, until the end; each time it comes back with its last place. Who is
 * cut off before it got anywhere would get nowhere: such a one reads on.
 */
async function readWithCuts(
  { listen, log }: RpcDoors,
  query: string,
  cuts: readonly number[],
  isEnd: (line: Line) => boolean,
  cursorOf = query === '' ? CURSORS.log : CURSORS.thread,
): Promise<Line[]> {
  const lines: Line[] = []
  /** Texts in the middle of which the reader was cut off, with a place that says so. */
  const cutIn = new Set<string>()
  let after = query === '' ? `${log.epoch}@${log.head}` : `${log.epoch}:0`
  for (let turn = 0; ; turn++) {
    const from = after
    const reader = await listen(`?after=${from}${query}`)
    const before = lines.length
    for (let left = cuts[turn % cuts.length] ?? 1; left > 0 || after === from; left--) {
      const line = await reader.next()
      if (!line) throw new Error('the stream ended')
      lines.push(line)
      if (line.method === 'item/created')
        expect(cutIn, JSON.stringify(line)).not.toContain(line.params.item_id)
      after = cursorOf(line)
      if (!isEnd(line)) continue
      reader.vanish()
      checkPlaces(lines.slice(before))
      return lines
    }
    reader.vanish()
    checkPlaces(lines.slice(before))
    const last = lines.at(-1)
    if (last && cursorOf !== CURSORS.log && (await isGrowth(log, last))) cutIn.add(last.params.item_id)
  }
}

/** Where a reader may say it was, by its last line. */
const CURSORS = {
  thread: ({ params }: Line) => `${params.epoch}:${params.seq}`,
  log: ({ params }: Line) => `${params.epoch}@${params.offset}`,
  heard: ({ params }: Line) => `${params.epoch}@${params.offset}~${params.thread_id}:${params.seq}`,
}

/** Whether a line tells that a text grew, and has the place of the piece, which is not stored. */
async function isGrowth({ reader }: RpcDoors['log'], { method, params }: Line): Promise<boolean> {
  if (method !== 'item/updated' || params.status !== 'active') return false
  const sessionId = params.thread_id.slice('thread_'.length)
  const { events } = await reader.read(sessionId, { afterSeq: params.seq - 1, limit: 1 })
  return events[0]?.seq !== params.seq
}

/** Turns in several threads at once, read by who stays and by who is cut off again and again. */
async function tryOnce(turns: readonly (readonly Happening[])[], cuts: readonly number[]): Promise<void> {
  const doors = await openRpcDoors({ log: shared.log })
  const { listen, thread, hub, streams } = doors
  const name = (n: number) => `story ${stories} thread ${n}`
  stories++
  const threads = await Promise.all([0, 1, 2].map((n) => thread(name(n))))
  const last = await thread(`${name(0)} last`)
  const isLast = ({ method, params }: Line) =>
    method === 'turn/completed' && params.thread_id === `thread_${last}`
  const stay = await listen()
  const staying = stay.until(isLast)
  const coming = readWithCuts(doors, '', cuts, isLast)
  const hearing = readWithCuts(doors, '', cuts, isLast, CURSORS.heard)
  const ends = new Map(threads.map((id) => [`thread_${id}`, 0]))
  const ofThread = threads.map((id) =>
    readWithCuts(doors, `&thread_id=${id}`, cuts, ({ method }) => {
      if (method !== 'turn/completed') return false
      const ended = (ends.get(`thread_${id}`) ?? 0) + 1
      ends.set(`thread_${id}`, ended)
      return ended === turns.length
    }),
  )
  const writing = threads.map(async (_id, n) => {
    for (const [turn, happenings] of turns.entries())
      await runTurn(doors, name(n), `${n}-${turn}`, happenings)
  })
  await Promise.all(writing)
  await runTurn(doors, `${name(0)} last`, 'last', [])
  checkPlaces(await staying)
  const whole = storyOf(await staying)
  const withCuts = storyOf(await coming)
  const heard = storyOf(await hearing)
  for (const [n, id] of threads.entries()) {
    const key = `thread_${id}`
    const own = storyOf((await ofThread[n]) ?? []).get(key)
    const told = whole.get(key)
    // Lines of one event are told again to who was cut off between them, so a turn may begin or end twice in a row.
    const steps = (of: string[]) =>
      of.filter((step, at) => step !== of[at - 1] && !step.startsWith('thread/'))
    for (const other of [withCuts.get(key), heard.get(key), own]) {
      if (!told || !other) throw new Error('a thread nobody told of')
      expect(steps(other.steps)).toEqual(steps(told.steps))
      expect(itemsOf(other.items)).toEqual(itemsOf(told.items))
    }
  }
  stay.vanish()
  await expect.poll(() => [streams.size, hub.size]).toEqual([0, 0])
}

describe('joining while things happen', () => {
  it('tells who is cut off and comes back the same story as who stays', async () => {
    const turn = fc.array(fc.constantFrom(...HAPPENINGS), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        tryOnce,
      ),
      { numRuns: 6, endOnFailure: true },
    )
  }, 60_000)

  it('reads on from the log when more comes than can be held', async () => {
    const { log, hub, dialect, turn } = await openRpcDoors({ log: shared.log })
    const { head } = log
    await turn('flood', 'before', 3)
    const chunks: Buffer[] = []
    const write = (chunk: Buffer, done: () => void) => {
      chunks.push(chunk)
      setImmediate(done)
    }
    const pipe = { write, closeSlow() {} }
    const subscriber = new Subscriber('small', dialect, pipe, 0, { bytes: 1 << 20, items: 4 })
    // Whenever it reads, more happens than it may have waiting; three times.
    let floods = 0
    const readAll = log.reader.readAll
    vi.spyOn(log.reader, 'readAll').mockImplementation(async (...args) => {
      if (floods < 3) await turn('flood', `during ${++floods}`, 20)
      return readAll(...args)
    })
    const deps = { log, hub, dialect, currentThread: () => undefined, paused: () => false }
    const query = { scope: { tenantId: 'local' }, after: { position: head } }
    await (await prepareJoin(deps, query))(subscriber)
    await turn('flood', 'after', 1)
    hub.flush(subscriber)
    hub.remove(subscriber)
    const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1)
    const told = lines.map((line) => JSON.parse(line) as Line)
    const texts = told
      .filter(({ method }) => method === 'item/created')
      .map(({ params }) => params.content.text)
    const turns: [string, number][] = [
      ['before', 3],
      ['during 1', 20],
      ['during 2', 20],
      ['during 3', 20],
      ['after', 1],
    ]
    expect(texts).toEqual(
      turns.flatMap(([name, count]) => Array.from({ length: count }, (_, n) => `${name} ${n}`)),
    )
    expect(told.filter(({ method }) => method === 'turn/completed')).toHaveLength(5)
    expect(hub.size).toBe(0)
  })
})
