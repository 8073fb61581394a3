import Database from 'libsql'
import { expect, it } from 'vitest'
import { draft, ingest, tempLog } from '../testing.js'
import { migrate } from './migrations.js'
import { WATCH_SQL } from './watch-reads.js'

it('reads what is seen of sessions whose agent is there, of all tenants, newest first, in pages', async () => {
  const { log } = await tempLog()
  const process = { pid: 4, host: 'here', started: '7' }
  const a = await log.commit(ingest('a', [draft('session_updated', { process }), draft('turn_started')]))
  await log.commit(ingest('left', [draft('turn_started'), draft('session_state', { state: 'inactive' })]))
  const failed = draft('turn_error', { message: 'x', code: 'AGENT_ERROR' })
  const b = await log.commit(ingest('b', [draft('turn_started'), failed], { tenantId: 'other' }))
  await log.commit(ingest('unseen', []))
  const first = await log.reader.watched({ before: null, limit: 1 })
  expect(first.sessions).toMatchObject([
    { sessionId: b.sessionId, tenantId: 'other', watch: { state: 'idle', reason: 'failed' } },
  ])
  const second = await log.reader.watched({ before: first.next, limit: 1 })
  expect(second.sessions).toMatchObject([
    { sessionId: a.sessionId, tenantId: 'local', process, watch: { state: 'busy', pid: 4 } },
  ])
  const { ts, seq } = (await log.snapshot(a.sessionId)) ?? {}
  expect(second.sessions[0]?.ts).toBe(ts)
  expect(second.sessions[0]?.seq).toBeLessThanOrEqual(seq ?? 0)
  expect(second.next).toBeNull()
})

it('goes by its index, in its order', () => {
  const db = new Database(':memory:')
  migrate(db, () => {})
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${WATCH_SQL.watched}`).all() as { detail: string }[]
  const text = plan.map(({ detail }) => detail).join('\n')
  expect(text).toMatch(/USING INDEX sessions_watched/)
  expect(text).not.toMatch(/TEMP B-TREE/)
})
