import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { openLog } from '../open-log.js'
import { tempDir, tempLog } from '../testing.js'
import { MIGRATIONS, migrate, schemaVersion } from './migrations.js'

const EPOCH = '01994f3a-0000-7000-8000-0000000000ff'

interface OldSession {
  name: string
  tenant?: string
  status?: string
  origin?: string
  /** As kept on disk: anything. */
  state?: string
  requests?: object[]
  attention?: object[]
}

/** A file as the first release wrote it. */
class VersionOne {
  readonly dataDir = tempDir()
  readonly path = join(this.dataDir, 'events.db')
  readonly #db = new Database(this.path)
  #offset = 0

  constructor() {
    const [first] = MIGRATIONS
    this.#db.pragma('journal_mode = WAL')
    this.#db.exec(`BEGIN; ${first?.sql}; PRAGMA user_version = 1; COMMIT`)
    this.#db.prepare("INSERT INTO meta VALUES ('epoch', ?), ('clean', 'yes')").run(EPOCH)
  }

  add({ name, tenant = 'local', status = 'ready', origin = 'observed', ...more }: OldSession): number {
    const id = `01994f3a-0000-7000-8000-${name.padStart(12, '0')}`
    const meta = { id, tenantId: tenant, name, agentType: 'x', status, archived: false, createdAt: 1 }
    const kept = {
      meta: { ...meta, updatedAt: 1, lastActivityAt: 5, origin, cwd: null, aliases: [] },
      seq: 1,
      ts: 1,
      turn: null,
      requests: more.requests ?? [],
      attention: more.attention ?? [],
      plan: null,
    }
    const { key } = this.#db
      .prepare(
        'INSERT INTO sessions (id, tenant, archived, seq, reserved, ts, last_activity) VALUES (?, ?, 0, 0, 0, 0, 5) RETURNING key',
      )
      .get(id, tenant) as { key: number }
    this.#db.prepare('INSERT INTO states VALUES (?, ?)').run(key, more.state ?? JSON.stringify(kept))
    return key
  }

  event(session: number, type: string, turn: string | null, data: object | string): void {
    const seq = ++this.#offset
    this.#db
      .prepare(
        'INSERT INTO events (offset, session, seq, id, ts, type, turn, v, source, history, data) VALUES (?, ?, ?, ?, ?, ?, ?, 1, \'{"agent":"x","via":"x"}\', 0, ?)',
      )
      .run(
        seq,
        session,
        seq,
        `e${seq}`,
        seq * 10,
        type,
        turn,
        typeof data === 'string' ? data : JSON.stringify(data),
      )
  }

  request(id: string, session: number, status: string, outcome: object | null = null): void {
    this.#db
      .prepare('INSERT INTO requests VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        id,
        session,
        'permission',
        status,
        10,
        outcome && 30,
        `{"requestId":"${id}"}`,
        outcome && JSON.stringify(outcome),
      )
  }

  close(): string {
    this.#db.close()
    return this.dataDir
  }
}

const pending = (requestId: string, turnId: string | null = null) => ({
  requestId,
  kind: 'permission',
  turnId,
  since: 20,
  data: { requestId, toolName: 'exec', description: 'ls' },
})
const raised = (requestId: string) => ({ kind: 'permission', since: 20, message: 'ls', requestId })

describe('a file of the first version', () => {
  it('is backed up before it is changed', async () => {
    const old = new VersionOne()
    old.add({ name: 'a' })
    const dataDir = old.close()
    await (await openLog({ dataDir })).close()
    const copy = `${old.path}.before-v2`
    const kept = new Database(copy)
    expect(schemaVersion(kept)).toBe(1)
    expect(
      kept.prepare('SELECT count(*) AS n FROM sessions JOIN states ON session = key').get(),
    ).toMatchObject({
      n: 1,
    })
    kept.close()
    const now = new Database(old.path)
    expect(schemaVersion(now)).toBe(MIGRATIONS.length)
    now.close()
    const { mtimeMs } = statSync(copy)
    await (await openLog({ dataDir })).close()
    expect(statSync(copy).mtimeMs, 'backed up once').toBe(mtimeMs)
  })

  it('tells which sessions are active, driven, and need a person', async () => {
    const old = new VersionOne()
    old.add({ name: '1', origin: 'driven', status: 'running' })
    old.add({ name: '2', origin: 'driven', status: 'inactive' })
    old.add({ name: '3', origin: 'driven', status: 'error' })
    old.add({ name: '4', status: 'running' })
    old.add({ name: '5', status: 'waiting', requests: [pending('r', 't1')], attention: [raised('r')] })
    old.add({ name: '6', tenant: 'other', origin: 'driven', status: 'ready' })
    const { log } = await tempLog({ dataDir: old.close() })
    expect(log.epoch).toBe(EPOCH)
    const left = await log.reader.leftActive()
    expect(left.map(({ sessionId, ...rest }) => ({ n: sessionId.at(-1), ...rest }))).toEqual([
      { n: '1', tenantId: 'local', origin: 'driven', pending: false },
      { n: '6', tenantId: 'other', origin: 'driven', pending: false },
      { n: '5', tenantId: 'local', origin: 'observed', pending: true },
    ])
    const attention = await log.reader.attention({ tenantId: 'local', status: 'raised', limit: 10 })
    expect(attention).toEqual([{ sessionId: expect.stringMatching(/5$/), ...raised('r') }])
  })

  it('keeps its requests, and learns their turns from the events', async () => {
    const old = new VersionOne()
    const one = old.add({ name: '1' })
    const two = old.add({ name: '2', status: 'waiting', requests: [pending('b', 't2')] })
    old.event(one, 'permission_requested', 't1', { requestId: 'a' })
    old.event(one, 'permission_requested', 't9', { requestId: 'a' })
    old.event(two, 'permission_requested', 't2', { requestId: 'b' })
    old.request('a', one, 'resolved', { approved: false, by: { userId: 'ann', via: 'ws' } })
    old.request('b', two, 'pending')
    old.request('gone', one, 'closed', { reason: 'withdrawn' })
    const { log } = await tempLog({ dataDir: old.close() })
    const all = await log.reader.requests({ tenantId: 'local', limit: 10 })
    expect(all.map(({ requestId, status, turnId, outcome }) => [requestId, status, turnId, outcome])).toEqual(
      [
        ['b', 'pending', 't2', undefined],
        ['gone', 'closed', null, 'withdrawn'],
        ['a', 'resolved', 't1', 'denied'],
      ],
    )
    expect(all[2]).toMatchObject({ by: { userId: 'ann' }, since: 10, endedAt: 30, waitedMs: 20 })
  })

  it('gives every session the request that another one with the same id had taken from it', async () => {
    const old = new VersionOne()
    const one = old.add({ name: '1', status: 'waiting', requests: [pending('r', 't1')] })
    old.add({ name: '2', status: 'waiting', requests: [pending('r', 't2')] })
    // The answer of the second session had ended the request of the first.
    old.request('r', one, 'resolved', { approved: true })
    const { log } = await tempLog({ dataDir: old.close() })
    const all = await log.reader.requests({ tenantId: 'local', limit: 10 })
    expect(all.map(({ sessionId, status, turnId }) => [sessionId.at(-1), status, turnId])).toEqual([
      ['1', 'pending', 't1'],
      ['2', 'pending', 't2'],
    ])
    expect(all[0]).toMatchObject({ since: 20, data: { toolName: 'exec' } })
  })

  it('is migrated also where a state or an old event cannot be read', async () => {
    const old = new VersionOne()
    old.event(old.add({ name: '0' }), 'permission_requested', null, '{"requestId":')
    for (let n = 0; n < 1000; n++) old.event(1, 'notify_event', null, '{}')
    old.add({ name: '1', state: '{"meta":' })
    old.add({ name: '2', state: '{}' })
    old.add({ name: '3', origin: 'driven' })
    const { log } = await tempLog({ dataDir: old.close() })
    expect(log.health()).toMatchObject({ state: 'ok' })
    expect(await log.reader.leftActive()).toHaveLength(1)
  })
})

it('makes the same tables step by step and at once, and leaves a file of today alone', () => {
  const backups: number[] = []
  const schema = (db: Database.Database) =>
    db.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all()
  const [atOnce, stepwise] = [new Database(':memory:'), new Database(':memory:')]
  migrate(atOnce, (from) => void backups.push(from))
  expect(backups, 'there was nothing to back up').toEqual([])
  MIGRATIONS.forEach(({ sql }, index) => {
    stepwise.exec(`${sql}; PRAGMA user_version = ${index + 1}`)
  })
  expect(schema(stepwise)).toEqual(schema(atOnce))
  migrate(stepwise, (from) => void backups.push(from))
  expect(backups).toEqual([])
  for (const db of [atOnce, stepwise]) db.close()
})

it('knows which bindings wait also of deliveries that were there before', () => {
  const db = new Database(':memory:')
  const before = MIGRATIONS.findIndex(({ name }) => name === 'bindings that wait')
  for (const { sql } of MIGRATIONS.slice(0, before)) db.exec(sql)
  db.pragma(`user_version = ${before}`)
  db.exec(`
    INSERT INTO bindings (key, trigger_id, place, activity, config, used_at)
      VALUES (1, 'a', 0, 'post_webhook', '{}', 0), (2, 'b', 0, 'toast_notification', '{}', 0), (3, 'c', 0, 'post_webhook', '{}', 0);
    INSERT INTO deliveries (offset, binding, session, status, attempts, due, created_at, updated_at) VALUES
      (1, 1, 1, 'pending', 0, 30, 0, 0), (2, 1, 1, 'pending', 0, 20, 0, 0), (3, 1, 1, 'done', 1, NULL, 0, 0),
      (1, 2, 1, 'pending', 0, 40, 0, 0), (1, 3, 1, 'running', 1, NULL, 0, 0);
  `)
  migrate(db, () => {})
  expect(db.prepare('SELECT binding, activity, due FROM waiting ORDER BY binding').raw().all()).toEqual([
    [1, 'post_webhook', 20],
    [2, 'toast_notification', 40],
  ])
  expect(db.prepare('SELECT count(*) FROM waiting WHERE latest < 30').raw().all()).toEqual([[0]])
  db.close()
})

it('changes nothing of a file whose migration fails', async () => {
  const old = new VersionOne()
  old.add({ name: '1' })
  const dataDir = old.close()
  const db = new Database(old.path)
  // Already there: the migration cannot make it.
  db.exec('CREATE TABLE requests_before (x)')
  db.close()
  await expect(openLog({ dataDir })).rejects.toThrow(/requests_before/)
  expect(existsSync(`${old.path}.before-v2`)).toBe(true)
  const after = new Database(old.path)
  expect(schemaVersion(after)).toBe(1)
  expect((after.pragma('table_info(sessions)') as { name: string }[]).map(({ name }) => name)).not.toContain(
    'active',
  )
  after.close()
})
