import { join } from 'node:path'
import type { EventType } from '@signalbox/protocol'
import fc from 'fast-check'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { readFrames } from '../../dialects/testing.js'
import type { Log, LogScope } from '../log.js'
import { draft, ingest, tempLog } from '../testing.js'
import { LOG_SQL } from './log-reads.js'
import { migrate } from './migrations.js'

type Frame = { type: string; sessionId: string; seq: number; fromOffset?: number; toOffset?: number }

const TYPES: readonly EventType[] = ['user_message', 'tool_call', 'turn_complete']
const everything: LogScope = { tenantId: 'local', types: TYPES }

/** Every page of a replay, as a client reads them. */
async function replay(log: Log, scope: LogScope, afterOffset: number, throughOffset = log.head) {
  const frames: Frame[] = []
  const pages: number[] = []
  let [after, toldOffset, more] = [afterOffset, 0, afterOffset < throughOffset]
  while (more) {
    const options = { ...scope, afterOffset: after, throughOffset, toldOffset, dialect: 'ws-snake' as const }
    const page = await log.reader.replayLog(options)
    const here = readFrames(Buffer.from(page.bytes)).map((text) => JSON.parse(text) as Frame)
    frames.push(...here)
    pages.push(here.length)
    expect(page.lastOffset).toBeGreaterThan(after)
    ;[after, toldOffset, more] = [page.lastOffset, page.toldOffset, page.more]
  }
  return { frames, pages, end: after }
}

const user = draft('user_message', { content: 'x', via: 'test' })
const text = draft('message_complete', { text: 'x' })
const place = ({ sessionId, seq }: { sessionId: string; seq: number }) => `${sessionId} ${seq}`

describe('replayLog', () => {
  it('reads exactly what is asked for, from anywhere to anywhere, of all sessions or one', async () => {
    const { log, published } = await tempLog()
    const tool = draft('tool_call', { toolCallId: 'tc', toolName: 't', args: {} })
    const delta = draft('text_delta', { text: 'x' })
    const drafts = [user, text, delta, tool, draft('turn_complete', { finalText: 'x' })]
    for (let n = 0; n < 120; n++) {
      await log.commit(ingest(`s${(n * 7) % 4}`, [drafts[n % drafts.length] ?? text]))
    }
    const sessions = [...new Set(published.map(({ sessionId }) => sessionId)), undefined, 'nobody']
    const offset = fc.nat({ max: log.head })
    await fc.assert(
      fc.asyncProperty(
        offset,
        offset,
        fc.constantFrom(...sessions),
        fc.subarray([...TYPES]),
        async (after, through, sessionId, types) => {
          const scope: LogScope = { tenantId: 'local', types, ...(sessionId ? { sessionId } : {}) }
          const wanted = published.filter(
            (event) =>
              event.offset > after &&
              event.offset <= through &&
              types.includes(event.type) &&
              (sessionId ?? event.sessionId) === event.sessionId,
          )
          const { frames, end } = await replay(log, scope, after, through)
          expect(frames.map(place)).toEqual(wanted.map(place))
          expect(end).toBe(Math.max(after, through))
        },
      ),
      { numRuns: 150 },
    )
    expect((await replay(log, { ...everything, tenantId: 'other' }, 0)).frames).toEqual([])
    const [sessionId = ''] = sessions
    expect((await replay(log, { ...everything, tenantId: 'other', sessionId }, 0)).frames).toEqual([])
  })

  it('looks at so many events for a page, however few of them are asked for, and loses none where it ends', async () => {
    const { log, published } = await tempLog()
    const { sessionId: quiet } = await log.commit(ingest('quiet', [user]))
    // What is asked for lies around the end of the first page, and at the very end.
    const said = Array.from({ length: 8400 }, (_, n) => (n > 8150 && n < 8210 ? user : text))
    const { sessionId: loud } = await log.commit(ingest('loud', said))
    await log.commit(ingest('quiet', [user]))
    const wanted = published.filter(({ type }) => TYPES.includes(type))
    const all = await replay(log, everything, 0)
    expect(all.frames.map(place)).toEqual(wanted.map(place))
    const here = wanted.filter(({ offset }) => offset <= 8192)
    expect(here.at(-1)?.offset).toBe(8192)
    expect(all.pages).toEqual([here.length, wanted.length - here.length])
    // One session's numbers are looked at, which end a page elsewhere.
    const ofLoud = await replay(log, { ...everything, sessionId: loud }, 0)
    const wantedOfLoud = wanted.filter(({ sessionId }) => sessionId === loud)
    expect(ofLoud.frames.map(place)).toEqual(wantedOfLoud.map(place))
    const hereOfLoud = wantedOfLoud.filter(({ seq }) => seq <= 8192)
    expect(hereOfLoud.at(-1)).toMatchObject({ seq: 8192, offset: 8194 })
    expect(ofLoud.pages).toEqual([hereOfLoud.length, wantedOfLoud.length - hereOfLoud.length])
    // Another session's events are not looked at, however many lie between.
    const ofQuiet = await replay(log, { ...everything, sessionId: quiet }, 0)
    expect(ofQuiet.pages).toEqual([2])
  })

  it('ends a page when it is full', async () => {
    const { log, published } = await tempLog()
    const large = draft('user_message', { content: 'x'.repeat(300_000), via: 'test' })
    for (let n = 0; n < 5; n++) await log.commit(ingest('s', [large]))
    const { frames, pages } = await replay(log, everything, 0)
    expect(frames.map(({ seq }) => seq)).toEqual(
      published.flatMap(({ type, seq }) => (type === 'user_message' ? [seq] : [])),
    )
    expect(pages).toEqual([2, 2, 1])
  })
})

describe('turnBefore', () => {
  it('is where the last turn before a number began', async () => {
    const { log, published } = await tempLog()
    const turn = (id: string) => [
      draft('turn_started', {}, { nativeTurnId: id }),
      draft('message_complete', { text: 'x' }, { nativeTurnId: id }),
      draft('turn_complete', {}, { nativeTurnId: id }),
    ]
    const { sessionId } = await log.commit(ingest('s', [user, ...turn('1'), ...turn('2')]))
    await log.commit(ingest('other', turn('3')))
    const begun = published.filter((event) => event.type === 'turn_started' && event.sessionId === sessionId)
    const seqs = begun.map(({ seq }) => seq)
    expect(seqs).toHaveLength(2)
    const last = published.filter((event) => event.sessionId === sessionId).at(-1)?.seq ?? 0
    for (let seq = 0; seq <= last + 1; seq++) {
      const expected = seqs.filter((one) => one < seq).at(-1)
      expect(await log.reader.turnBefore(sessionId, seq), String(seq)).toBe(expected)
    }
    expect(await log.reader.turnBefore('nobody', 100)).toBeUndefined()
  })
})

describe('timeAt', () => {
  it('is when the last stored event up to a place happened', async () => {
    const { log, published } = await tempLog()
    const nextMs = (from = Date.now()) => expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(from)
    const { sessionId } = await log.commit(ingest('s', [user, draft('text_delta', { text: 'x' })]))
    await nextMs()
    await log.commit(ingest('other', [user]))
    await nextMs()
    await log.commit(ingest('s', [draft('text_delta', { text: 'y' }), user]))
    const stored = published.filter(({ type }) => type !== 'text_delta')
    const of = { tenantId: 'local' }
    for (let at = 0; at <= log.head + 1; at++) {
      const expected = stored.filter(({ offset }) => offset <= at).at(-1)?.ts
      expect(await log.reader.timeAt(of, at), `offset ${at}`).toBe(expected)
    }
    const own = stored.filter((event) => event.sessionId === sessionId)
    for (let at = 0; at <= (own.at(-1)?.seq ?? 0) + 1; at++) {
      const expected = own.filter(({ seq }) => seq <= at).at(-1)?.ts
      expect(await log.reader.timeAt({ ...of, sessionId }, at), `seq ${at}`).toBe(expected)
    }
    expect(new Set(stored.map(({ ts }) => ts)).size).toBeGreaterThan(2)
    expect(await log.reader.timeAt({ tenantId: 'another', sessionId }, 100)).toBeUndefined()
    expect(await log.reader.timeAt({ tenantId: 'another' }, 100)).toBeUndefined()
  })
})

describe('deletedSince', () => {
  it('tells whether a session of the tenant was deleted after a time', async () => {
    const { log, published } = await tempLog()
    const { sessionId } = await log.commit(ingest('s', [user]))
    await log.commit(ingest('other', [user]))
    expect(await log.reader.deletedSince('local', 0)).toBe(false)
    await log.deleteSession('local', sessionId)
    const { ts = 0 } = published.at(-1) ?? {}
    const since = [ts - 1, ts, ts + 1].map((at) => log.reader.deletedSince('local', at))
    expect(await Promise.all(since)).toEqual([true, false, false])
    expect(await log.reader.deletedSince('another', 0)).toBe(false)
  })
})

describe('what retention removed', () => {
  const retention = { maxAgeMs: -60_000, maxBytes: Number.MAX_SAFE_INTEGER, everyMs: 5 }
  const isGap = ({ type }: Frame) => type === 'gap'

  /** A log with a session that was cut, and one that waits for a person and was not. */
  async function cutLog() {
    const { log, dataDir } = await tempLog({ retention })
    const request = draft('permission_requested', { requestId: 'r', toolName: 't', description: 'd' })
    const { sessionId: whole } = await log.commit(ingest('whole', [user, request]))
    const { sessionId: cut } = await log.commit(ingest('cut', [user, text]))
    await expect
      .poll(async () => (await log.reader.read(cut, { afterSeq: 0, limit: 1 })).events, { interval: 5 })
      .toEqual([])
    return { log, dataDir, whole, cut }
  }

  it('is told to who asks for what lay before, and not of a session that is whole', async () => {
    const { log, whole, cut } = await cutLog()
    const { head } = log
    const all = await replay(log, everything, 0)
    expect(all.frames.map(({ type }) => type)).toEqual(['gap', 'user_message'])
    expect(all.frames[0]).toMatchObject({ fromOffset: 0, toOffset: head, reason: 'retention' })
    expect((await replay(log, { ...everything, sessionId: cut }, 0)).frames.map(isGap)).toEqual([true])
    expect((await replay(log, { ...everything, sessionId: whole }, 0)).frames.map(isGap)).toEqual([false])
    expect((await replay(log, everything, head)).frames).toEqual([])
    const kept = (sessionId?: string) =>
      log.reader.kept({ tenantId: 'local', ...(sessionId ? { sessionId } : {}) })
    expect(await kept()).toBe(head)
    expect(await kept(whole)).toBe(0)
    expect(await kept(cut)).toBeGreaterThan(1)
    expect(await log.reader.kept({ tenantId: 'other', sessionId: cut })).toBe(0)
  })

  it('is told conservatively of a log that was cut when nobody wrote down how far', async () => {
    const { log, dataDir } = await cutLog()
    await log.close()
    const db = new Database(join(dataDir, 'events.db'))
    db.exec("DELETE FROM meta WHERE key = 'cut'")
    db.close()
    const again = await tempLog({ dataDir })
    const { frames } = await replay(again.log, everything, 0)
    expect(frames.filter(isGap)).toHaveLength(1)
  })

  /** A log whose last event was deleted with its session, while retention has removed nothing. */
  async function deletedLog() {
    const { log, dataDir } = await tempLog()
    await log.commit(ingest('whole', [user]))
    const { sessionId } = await log.commit(ingest('last', [user]))
    await log.deleteSession('local', sessionId)
    return { log, dataDir }
  }

  it.each([
    ['by retention', cutLog],
    ['with its session', deletedLog],
  ])('is never given its offset again when it was removed %s', async (_how, removed) => {
    const { log, dataDir } = await removed()
    const { head, epoch } = log
    expect((await log.reader.readAll('local', 0, 100)).events.at(-1)?.offset).toBeLessThan(head)
    await log.close()
    const { log: again, published } = await tempLog({ dataDir })
    expect([again.epoch, again.head]).toEqual([epoch, head])
    await again.commit(ingest('next', [user]))
    expect(published[0]?.offset).toBe(head + 1)
    expect(again.head).toBe(published.at(-1)?.offset)
  })
})

describe('the plan of every query', () => {
  const db = new Database(':memory:')
  migrate(db, () => {})
  const planOf = (sql: string) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail)

  it.each<[name: keyof typeof LOG_SQL, key: RegExp]>([
    ['ofTenant', /SEARCH e USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/],
    ['ofSession', /SEARCH e USING INDEX events_by_session \(session=\? AND seq>\? AND seq<\?\)/],
    ['session', /SEARCH s USING INDEX sqlite_autoindex_sessions_1 \(id=\?\)/],
    ['next', /SEARCH events USING COVERING INDEX events_by_session \(session=\? AND seq>\?\)/],
    ['turnBefore', /SEARCH e USING INDEX events_by_session \(session=\? AND seq>\? AND seq<\?\)/],
    ['timeAt', /SEARCH e USING INTEGER PRIMARY KEY \(rowid<\?\)/],
    ['timeIn', /SEARCH e USING INDEX events_by_session \(session=\? AND seq<\?\)/],
    ['cut', /SEARCH meta USING PRIMARY KEY \(key=\?\)/],
  ])('%s goes by its key, over no whole table, and sorts nothing', (name, key) => {
    const plan = planOf(LOG_SQL[name])
    expect(plan.join('\n')).toMatch(key)
    for (const step of plan) expect(step).not.toMatch(/^SCAN (?!json_each)|TEMP B-TREE/)
  })
})
