import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event, JsonObject } from '@signalbox/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { ROLLOUT as RECORDED, ROLLOUT_THREAD } from '../../ingest/codex-rollout.fixture.js'
import { turnFact } from '../../ingest/turn-fact.js'
import type { Log } from '../../log/log.js'
import { sharedLog } from '../../log/shared-log.fixture.js'
import { draft, tempDir } from '../../log/testing.js'
import { Journal } from '../../telemetry/journal.js'
import { timeOf } from './rollout-files.js'
import { RolloutTail } from './rollout-tail.js'

/** Each test has a thread of its own, begun at the same time. */
let THREAD = ROLLOUT_THREAD
let ROLLOUT: readonly string[] = RECORDED
let tests = 0
beforeEach(() => {
  THREAD = `${ROLLOUT_THREAD.slice(0, -4)}${String(++tests).padStart(4, '0')}`
  ROLLOUT = RECORDED.map((line) => line.replaceAll(ROLLOUT_THREAD, THREAD))
})

const BEGUN = timeOf(ROLLOUT_THREAD) ?? 0
/** Ten minutes after it all. */
const NOW = BEGUN + 600_000
const SOURCE = { agent: 'codex', via: 'hook' }
const [FIRST_TURN = '', SECOND_TURN = ''] = [
  '01a1e3a4-8fb7-79d2-a1ce-a798c4a33780',
  '01a1e3a4-9791-7341-9902-673d7bf324ac',
]

function fileIn(home: string): string {
  const date = new Date(BEGUN)
  const two = (value: number) => String(value).padStart(2, '0')
  const dir = join(
    home,
    'sessions',
    String(date.getFullYear()),
    two(date.getMonth() + 1),
    two(date.getDate()),
  )
  mkdirSync(dir, { recursive: true })
  return join(dir, `rollout-2026-11-16T09-16-02-${THREAD}.jsonl`)
}

function watch(published: () => Event[], log: Log) {
  const waiting = new Set<() => void>()
  log.onPublish(() => {
    for (const wake of waiting) wake()
    waiting.clear()
  })
  return async (type: string, fits: (data: JsonObject) => boolean = () => true): Promise<Event> => {
    for (;;) {
      const found = published().find(
        (event) => event.type === type && fits(JSON.parse(event.data) as JsonObject),
      )
      if (found) return found
      await new Promise<void>((resolve) => void waiting.add(resolve))
    }
  }
}

const shared = sharedLog()

async function open({ now = NOW, attached = () => false }: { now?: number; attached?: () => boolean } = {}) {
  const home = tempDir()
  const { log } = shared
  const before = shared.published.length
  const published = () => shared.published.slice(before)
  await log.records.remove('codex_rollout', 'local', 'present')
  const journal = new Journal({ level: 'warn', now: () => 0, write: () => undefined })
  const make = () =>
    new RolloutTail({ log, journal, tenantId: 'local', home, now: () => now, attached, pollMs: 10 })
  const create = { name: null, agentType: 'codex', origin: 'observed', cwd: null } as const
  const alias = { namespace: 'codex', id: THREAD }
  const hook = (...drafts: Parameters<Log['commit']>[0]['drafts']) =>
    log.commit({
      tenantId: 'local',
      session: { by: 'alias', alias, create },
      drafts,
      at: BEGUN,
      separate: true,
    })
  const started = (turn: string) =>
    draft(
      'turn_started',
      {},
      { source: SOURCE, nativeTurnId: turn, fact: turnFact('turn_started', THREAD, turn) },
    )
  return { home, path: fileIn(home), log, published, make, hook, started, event: watch(published, log) }
}

const write = (path: string, lines: readonly string[]) =>
  appendFileSync(path, lines.map((line) => `${line}\n`).join(''))
const count = (published: () => readonly Event[], type: string) =>
  published().filter((event) => event.type === type).length

describe('what happened while no gateway was there', () => {
  it('is told after the fact, once, and the open turn is followed', async () => {
    const { path, published, make, hook, started, event } = await open()
    await hook(started(FIRST_TURN))
    write(path, ROLLOUT)
    const tail = make()
    await tail.start()
    expect(count(published, 'user_message')).toBe(9)
    expect(count(published, 'turn_started')).toBe(9)
    expect(count(published, 'turn_complete') + count(published, 'turn_error')).toBe(8)
    const said = published().filter(({ type }) => type === 'user_message' || type === 'turn_complete')
    expect(said.every(({ data }) => data.includes('"late":true') && data.includes('"occurredAt":'))).toBe(
      true,
    )
    await tail.close()
    const before = published().length
    const again = make()
    await again.start()
    expect(
      published()
        .slice(before)
        .map(({ type }) => type),
    ).toEqual([])
    const ended = {
      type: 'turn_aborted',
      turn_id: '01a1e3a6-09d8-7af0-a17b-732d04323782',
      reason: 'interrupted',
    }
    write(path, [
      JSON.stringify({
        timestamp: new Date(NOW).toISOString(),
        ordinal: 120,
        type: 'event_msg',
        payload: ended,
      }),
    ])
    const last = await event(
      'turn_complete',
      ({ stopReason, late }) => stopReason === 'aborted' && late !== true,
    )
    expect(last.source).toMatchObject({ via: 'rollout' })
    await again.close()
  })

  it('is told of threads that began meanwhile, not of those before', async () => {
    const { path, log, published, make } = await open()
    write(path, ROLLOUT)
    const first = make()
    await first.start()
    expect(published()).toEqual([])
    await first.close()
    const record = { kind: 'codex_rollout', tenantId: 'local', id: 'present' }
    await log.records.put({ ...record, value: { at: BEGUN - 1000 } })
    const second = make()
    await second.start()
    expect(count(published, 'user_message')).toBe(9)
    await second.close()
  })

  it('is not told where it is too old, or where we drive the agent', async () => {
    const old = await open({ now: NOW + 48 * 3600_000 })
    await old.hook(old.started(FIRST_TURN))
    write(old.path, ROLLOUT)
    const tail = old.make()
    await tail.start()
    expect(count(old.published, 'user_message')).toBe(0)
    await tail.close()
    THREAD = `${THREAD.slice(0, -5)}9${THREAD.slice(-4)}`
    const driven = await open()
    const create = { name: null, agentType: 'codex', origin: 'driven', cwd: null } as const
    const alias = { namespace: 'codex', id: THREAD }
    await driven.log.commit({ tenantId: 'local', session: { by: 'alias', alias, create }, drafts: [] })
    write(driven.path, ROLLOUT)
    const other = driven.make()
    await other.start()
    expect(count(driven.published, 'user_message')).toBe(0)
    await other.close()
  })
})

describe('a turn that runs', () => {
  it('is told to its end, with what its hooks leave out, and without what was before it', async () => {
    const { path, published, make, hook, started, event } = await open()
    writeFileSync(path, '')
    const tail = make()
    await tail.start()
    write(path, ROLLOUT.slice(0, 8))
    await hook(started(SECOND_TURN))
    await event('user_message', ({ content }) => content === 'go [[escalate:touch esc.txt]]')
    write(path, ROLLOUT.slice(8, 12))
    await event('message_complete', ({ text }) => text === 'Done after 1 tool call(s).')
    expect(count(published, 'turn_complete')).toBe(0)
    write(path, ROLLOUT.slice(12, 13))
    await event('turn_complete')
    expect(count(published, 'user_message')).toBe(1)
    expect(published().some(({ data }) => data.includes('"late":true'))).toBe(false)
    await tail.close()
  })

  it('is left to the app-server where that tells of it, unless it missed the end', async () => {
    let asked = 0
    let askedTwice: () => void = () => {}
    const looked = new Promise<void>((resolve) => {
      askedTwice = resolve
    })
    const attached = () => {
      if (++asked === 2) askedTwice()
      return true
    }
    const { path, published, make, hook, started } = await open({ attached })
    write(path, ROLLOUT.slice(0, 6))
    const tail = make()
    await hook(started(FIRST_TURN))
    await looked
    expect(count(published, 'user_message')).toBe(0)
    await tail.endedUnseen(THREAD)
    expect(count(published, 'turn_complete')).toBe(1)
    await tail.close()
  })
})
