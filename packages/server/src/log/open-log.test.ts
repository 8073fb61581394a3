import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyState, fold, foldable } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { openLog } from './open-log.js'
import { openForReading } from './sqlite/open.js'
import { crashImage, draft, ingest, notify, readEvents, tempLog } from './testing.js'

describe('commit', () => {
  it('makes the session an alias names and keeps using it', async () => {
    const { log } = await tempLog()
    const first = await log.commit(notify('Codex 1', undefined, { type: 'a' }))
    const second = await log.commit(notify('Codex 1', undefined, { type: 'b' }))
    expect(second.sessionId).toBe(first.sessionId)
    const events = await readEvents(log, first.sessionId)
    expect(events.map((event) => [event.seq, event.type])).toEqual([
      [1, 'session_created'],
      [2, 'notify_event'],
      [3, 'notify_event'],
    ])
    expect(await log.reader.resolve('local', 'Codex 1')).toBe(first.sessionId)
    expect(await log.reader.resolve('local', `thread_${first.sessionId}`)).toBe(first.sessionId)
    expect(await log.reader.resolve('other', 'Codex 1')).toBeUndefined()
  })

  it('publishes in commit order what it stored, before the commit is told', async () => {
    const { log, published } = await tempLog()
    await Promise.all(
      Array.from({ length: 200 }, (_, n) => log.commit(notify(`s${n % 7}`, `e${n}`, { type: 'x', n }))),
    )
    expect(published).toHaveLength(207)
    expect(published.map((event) => event.offset)).toEqual(published.map((_, index) => index + 1))
    const { events } = await log.reader.readAll('local', 0, 1000)
    expect(events).toEqual(published)
  })

  it('takes the same event_id and payload once, in one group and in two, whatever the order of its keys', async () => {
    const { log } = await tempLog()
    const [a, b] = await Promise.all([
      log.commit(notify('s', 'id', { type: 'x', n: 1 })),
      log.commit(notify('s', 'id', { type: 'x', n: 1 })),
    ])
    const c = await log.commit(notify('s', 'id', { n: 1, type: 'x' }))
    expect([a?.duplicate, b?.duplicate, c.duplicate]).toEqual([false, true, true])
    expect([b?.first, c.first]).toEqual([a?.first, a?.first])
    expect(await readEvents(log, c.sessionId)).toHaveLength(2)
  })

  it('refuses the same event_id with another payload and changes nothing', async () => {
    const { log } = await tempLog()
    const { sessionId } = await log.commit(notify('s', 'id', { type: 'x' }))
    await expect(log.commit(notify('s', 'id', { type: 'y' }))).rejects.toMatchObject({
      kind: 'conflict',
      field: 'event_id',
    })
    expect(await readEvents(log, sessionId)).toHaveLength(2)
    await log.commit(notify('other', 'id', { type: 'y' }))
  })

  it('tells long numbers apart that a double would not', async () => {
    const { log } = await tempLog()
    const commit = (digits: string) => {
      const payload = `{"type":"x","n":${digits}}`
      const json = `{"notify":{"type":"x","payload":${payload}}}`
      const source = { agent: 'test', via: 'test' }
      return ingest('s', [{ type: 'notify_event', source, json }], { eventId: 'e' })
    }
    await log.commit(commit('12345678901234567890'))
    expect((await log.commit(commit('12345678901234567890'))).duplicate).toBe(true)
    await expect(log.commit(commit('12345678901234567891'))).rejects.toMatchObject({ kind: 'conflict' })
    await expect(log.commit(commit('1e400'))).rejects.toMatchObject({ kind: 'conflict' })
  })

  it('takes a fact that is told twice in one commit once', async () => {
    const { log } = await tempLog()
    await log.commit(ingest('s', []))
    const fact = draft('user_message', { content: 'hi', via: 'x' }, { fact: 'm|1' })
    const { sessionId } = await log.commit(ingest('s', [fact, fact]))
    expect((await readEvents(log, sessionId)).filter((event) => event.type === 'user_message')).toHaveLength(
      1,
    )
  })

  it('takes a fact that is told twice by the commit which makes the session once', async () => {
    const { log, published } = await tempLog()
    const fact = draft('user_message', { content: 'hi', via: 'x' }, { fact: 'm|1' })
    await log.commit(ingest('new', [fact, fact]))
    expect(published.filter(({ type }) => type === 'user_message')).toHaveLength(1)
  })

  it('keeps what the sender said with the next event, when the first of it is known', async () => {
    const { log, published } = await tempLog()
    const said = (fact: string, raw?: string) =>
      draft('user_message', { content: fact, via: 'x' }, { fact, ...(raw ? { raw } : {}) })
    const { sessionId } = await log.commit(ingest('s', [said('a', 'first')]))
    await log.commit(ingest('s', [said('a', 'second'), said('b'), said('c')]))
    const raws = published
      .filter(({ type }) => type === 'user_message')
      .map(({ seq }) => log.reader.raw(sessionId, seq))
    expect(await Promise.all(raws)).toEqual(['first', 'second', undefined])
  })

  it('refuses alone a commit the tables cannot take, and nobody beside it', async () => {
    const reports: unknown[] = []
    const { log } = await tempLog({ report: (fault) => void reports.push(fault) })
    // Two facts that differ here and not in the store, which has no half characters.
    const bad = ['\ud800', '\udfff'].map((fact) =>
      draft('user_message', { content: 'x', via: 'x' }, { fact }),
    )
    const outcomes = await Promise.allSettled([
      log.commit(ingest('a', [draft('turn_started')])),
      log.commit(ingest('b', bad)),
      log.commit(ingest('c', [draft('turn_started')])),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ reason: { kind: 'internal' } })
    expect(reports).toHaveLength(1)
    expect(log.health().state).toBe('ok')
  })

  it('finds the session another source made under the same id a moment before, and names it so too', async () => {
    const { log, published } = await tempLog()
    const ref = (namespace: string) => ({
      by: 'alias' as const,
      alias: { namespace, id: 'T' },
      create: { name: null, agentType: 'codex', origin: 'observed' as const, cwd: null },
    })
    const commit = (namespace: string) => ({
      tenantId: 'local',
      session: ref(namespace),
      bind: [{ namespace: 'codex', id: 'T' }],
      drafts: [draft('turn_started', {}, { fact: 't|1', nativeTurnId: '1' })],
    })
    const [hook, notify] = await Promise.all([log.commit(commit('codex')), log.commit(commit('notify'))])
    expect(notify.sessionId).toBe(hook.sessionId)
    expect(published.filter(({ type }) => type === 'turn_started')).toHaveLength(1)
    const { aliases } = (await log.snapshot(hook.sessionId))?.meta ?? {}
    expect(aliases?.map(({ namespace }) => namespace)).toEqual(['codex', 'notify'])
    expect(await log.reader.resolve('local', 'T')).toBe(hook.sessionId)
  })

  it('drops a fact another source has told', async () => {
    const { log } = await tempLog()
    const { sessionId } = await log.commit(
      ingest('s', [draft('turn_started', {}, { fact: 't|1', nativeTurnId: '1' })]),
    )
    const before = await readEvents(log, sessionId)
    await log.commit(ingest('s', [draft('turn_started', {}, { fact: 't|1', nativeTurnId: '1' })]))
    expect(await readEvents(log, sessionId)).toEqual(before)
  })

  it('gives mapped events their cause and hides the notify event from the history', async () => {
    const { log } = await tempLog()
    const commit = notify('s', undefined, { type: 'agent-turn-complete' })
    commit.drafts.push(draft('turn_complete', { finalText: 'Done.' }))
    const { sessionId, first } = await log.commit(commit)
    const events = await readEvents(log, sessionId)
    const after = events.filter((event) => event.seq > (first?.seq ?? 0))
    expect(after.map((event) => event.type)).toContain('turn_complete')
    for (const event of after) expect(event.causeId).toBe(first?.id)
    const { items } = await log.reader.history(sessionId, null, 50)
    expect(items.map(({ role, content }) => [role, content])).toEqual([['assistant', 'Done.']])
  })

  it('keeps raw exactly, lone surrogates and NUL included, and finds it from mapped events', async () => {
    const { log } = await tempLog()
    const raw = '{"a":\ud800,"b":"\u0000"}'
    const commit = notify('s', undefined, { type: 'x' })
    Object.assign(commit.drafts[0] ?? {}, { raw })
    commit.drafts.push(draft('turn_complete', { finalText: '' }))
    const { sessionId, first } = await log.commit(commit)
    expect(await log.reader.raw(sessionId, first?.seq ?? 0)).toBe(raw)
    const mapped = (await readEvents(log, sessionId)).find((event) => event.type === 'turn_complete')
    expect(await log.reader.raw(sessionId, mapped?.seq ?? 0)).toBe(raw)
    expect(await log.reader.raw(sessionId, 1)).toBeUndefined()
  })

  it('lets the first answer win and tells the second who was faster', async () => {
    const { log } = await tempLog()
    const asked = await log.commit(
      ingest('s', [draft('permission_requested', { requestId: 'r', toolName: 'exec', description: 'ls' })]),
    )
    const answer = (approved: boolean, userId: string) =>
      log.commit({
        tenantId: 'local',
        session: { by: 'id', id: asked.sessionId },
        drafts: [draft('approval_resolved', { requestId: 'r', approved, by: { userId, via: 'ws' } })],
        command: true,
      })
    const [won, lost] = await Promise.allSettled([answer(true, 'ann'), answer(false, 'bob')])
    expect(won?.status).toBe('fulfilled')
    expect(lost).toMatchObject({
      status: 'rejected',
      reason: { kind: 'requestResolved', details: { by: { userId: 'ann' }, outcome: 'approved' } },
    })
    await expect(
      log.commit({
        tenantId: 'local',
        session: { by: 'id', id: asked.sessionId },
        drafts: [draft('approval_resolved', { requestId: 'nobody', approved: true })],
        command: true,
      }),
    ).rejects.toMatchObject({ kind: 'requestNotFound' })
  })

  it('names the event of the first draft, also where the decision put in what it needed', async () => {
    const { log } = await tempLog()
    const { sessionId, first } = await log.commit(
      ingest('s', [draft('permission_requested', { toolName: 'exec', description: 'ls' })]),
    )
    const named = (await readEvents(log, sessionId)).find((event) => event.id === first?.id)
    expect(named).toMatchObject({ type: 'permission_requested', seq: first?.seq })
  })

  it('refuses another tenant as if the session did not exist', async () => {
    const { log } = await tempLog()
    const { sessionId } = await log.commit(notify('s', undefined, { type: 'x' }))
    const foreign = {
      tenantId: 'other',
      session: { by: 'id' as const, id: sessionId },
      drafts: [draft('notify_event')],
    }
    await expect(log.commit(foreign)).rejects.toMatchObject({ kind: 'sessionNotFound' })
    await expect(log.deleteSession('other', sessionId)).rejects.toMatchObject({ kind: 'sessionNotFound' })
  })
})

describe('numbers', () => {
  it('are never given twice, also after a crash in the middle of ephemeral events', async () => {
    const { log, dataDir, published } = await tempLog()
    const { sessionId } = await log.commit(ingest('s', [draft('turn_started')]))
    for (let n = 0; n < 20; n++) await log.commit(ingest('s', [draft('text_delta', { text: `${n} ` })]))
    const seen = Math.max(...published.map((event) => event.seq))
    const { log: after } = await tempLog({ dataDir: crashImage(dataDir) })
    expect(after.epoch).toBe(log.epoch)
    await after.commit(ingest('s', [draft('turn_complete', { finalText: 'x' })]))
    const fresh = (await readEvents(after, sessionId)).filter((event) => event.type === 'turn_complete')
    expect(fresh[0]?.seq).toBeGreaterThan(seen)
  })

  it('belong to another log after a backup was put back', async () => {
    const { log, dataDir } = await tempLog()
    const { sessionId } = await log.commit(ingest('s', [draft('turn_started')]))
    const backup = crashImage(dataDir)
    writeFileSync(join(backup, 'epoch'), 'of the log that was here before')
    const { log: restored } = await tempLog({ dataDir: backup, restored: true })
    expect(restored.epoch).not.toBe(log.epoch)
    expect(await readEvents(restored, sessionId)).toEqual(await readEvents(log, sessionId))
    await restored.close()
    expect((await tempLog({ dataDir: backup })).log.epoch).toBe(restored.epoch)
  })

  it('are not begun anew where a backup was to be put back and was not', async () => {
    const { log, dataDir } = await tempLog()
    await log.close()
    const epoch = readFileSync(join(dataDir, 'epoch'), 'utf8')
    rmSync(join(dataDir, 'events.db'))
    await expect(openLog({ dataDir, restored: true })).rejects.toThrow(/There is no events.db/)
    writeFileSync(join(dataDir, 'events.db'), 'no database at all'.repeat(1000))
    const damaged = await openLog({ dataDir, restored: true })
    expect(damaged.health()).toMatchObject({ state: 'failing' })
    expect(readFileSync(join(dataDir, 'epoch'), 'utf8')).toBe(epoch)
  })

  it('go on without a jump after an orderly stop', async () => {
    const { log, dataDir } = await tempLog()
    await log.commit(ingest('s', [draft('turn_started')]))
    await log.commit(ingest('s', [draft('text_delta', { text: 'a' })]))
    const head = await log.snapshot((await log.reader.resolve('local', 's')) ?? '')
    await log.close()
    const { log: again } = await tempLog({ dataDir })
    const { first } = await again.commit(ingest('s', [draft('text_delta', { text: 'b' })]))
    expect(first?.seq).toBe((head?.seq ?? 0) + 1)
  })
})

describe('positions that were not written before a crash', () => {
  it('are told by the events: numbers, time and last activity go on', async () => {
    const { log, dataDir } = await tempLog()
    const { sessionId } = await log.commit(notify('s', undefined, { type: 'x', n: 0 }))
    for (let n = 1; n < 5; n++) await log.commit(notify('s', undefined, { type: 'x', n }))
    const [listed, head] = [await log.reader.session(sessionId), await log.snapshot(sessionId)]
    expect(listed).toEqual(head?.meta)
    const { log: after } = await tempLog({ dataDir: crashImage(dataDir) })
    // Whether the last of them were told late is not known of events that only moved the head.
    expect(await after.snapshot(sessionId)).toEqual({ ...head, heardAt: expect.any(Number) })
    expect(await after.reader.session(sessionId)).toEqual(listed)
    const { first } = await after.commit(notify('s', undefined, { type: 'x' }))
    expect(first?.seq).toBe((head?.seq ?? 0) + 1)
  })
})

describe('after a restart', () => {
  it('everything acknowledged is there, in order, and the fold of the events is the state', async () => {
    const { log, dataDir } = await tempLog()
    const { sessionId } = await log.commit(
      ingest('s', [draft('turn_started'), draft('user_message', { content: 'hi', via: 'test' })]),
    )
    await log.commit(ingest('s', [draft('permission_requested', { toolName: 'exec', description: 'ls' })]))
    const before = await log.snapshot(sessionId)
    const stored = await readEvents(log, sessionId)
    const { log: after } = await tempLog({ dataDir: crashImage(dataDir) })
    expect(await readEvents(after, sessionId)).toEqual(stored)
    const state = await after.snapshot(sessionId)
    expect(state).toEqual(before)
    const meta = { ...(before?.meta as NonNullable<typeof before>['meta']) }
    expect(stored.reduce((folded, event) => fold(folded, foldable(event)), emptyState(meta))).toEqual(state)
  })

  it('runs the file check only after an unclean stop', async () => {
    const { log, dataDir } = await tempLog()
    await log.commit(notify('s', undefined, { type: 'x' }))
    expect(log.health()).toEqual({ state: 'ok', check: 'not_needed' })
    const { log: crashed } = await tempLog({ dataDir: crashImage(dataDir) })
    await expect.poll(() => crashed.health().check).toBe('passed')
  })
})

it('keeps its files to their owner', async () => {
  const { log, dataDir } = await tempLog()
  await log.commit(notify('s', undefined, { type: 'x' }))
  for (const file of ['events.db', 'events.db-wal', 'events.db-shm', 'lock.db']) {
    expect([file, statSync(join(dataDir, file)).mode & 0o077]).toEqual([file, 0])
  }
})

describe('one process, one writer', () => {
  it('keeps a second process out and says what to do', async () => {
    const { dataDir } = await tempLog()
    await expect(openLog({ dataDir })).rejects.toThrow(/Another Signalbox is using .*--data-dir/)
  })

  it('reads with connections that can neither write nor checkpoint', async () => {
    const { log, dataDir } = await tempLog()
    await log.commit(notify('s', undefined, { type: 'x' }))
    const reader = openForReading(dataDir)
    expect(() => reader.exec('DELETE FROM events')).toThrow(/readonly/)
    expect(reader.pragma('wal_autocheckpoint')).toEqual([{ wal_autocheckpoint: 0 }])
    const wal = readFileSync(join(dataDir, 'events.db-wal'))
    try {
      reader.pragma('wal_checkpoint(TRUNCATE)')
    } catch {
      // Refusing is as good as doing nothing.
    }
    expect(readFileSync(join(dataDir, 'events.db-wal'))).toEqual(wal)
    reader.close()
  })
})

describe('delete', () => {
  it('purges everything; a late event opens a new session', async () => {
    const { log, published, dataDir } = await tempLog()
    const { sessionId } = await log.commit(notify('s', 'e1', { type: 'x' }))
    await log.deleteSession('local', sessionId)
    expect(published.at(-1)).toMatchObject({ type: 'session_deleted', sessionId })
    expect(await log.reader.session(sessionId)).toBeUndefined()
    expect(await readEvents(log, sessionId)).toEqual([])
    const late = await log.commit(notify('s', 'e1', { type: 'x' }))
    expect(late.sessionId).not.toBe(sessionId)
    expect(late.duplicate).toBe(false)
    expect(existsSync(join(dataDir, 'events.db'))).toBe(true)
  })
})

describe('records', () => {
  it('are compared and set', async () => {
    const { log } = await tempLog()
    const key = { kind: 'device', tenantId: 'local', id: 'a' }
    const one = await log.records.put({ ...key, value: { name: 'phone' }, revision: 0 })
    await expect(log.records.put({ ...key, value: { name: 'other' }, revision: 0 })).rejects.toMatchObject({
      kind: 'conflict',
    })
    const two = await log.records.put({ ...key, value: { name: 'tablet' }, revision: one.revision })
    expect(await log.records.list('device', 'local')).toEqual([two])
    expect(await log.records.remove('device', 'local', 'a')).toBe(true)
    expect(await log.records.remove('device', 'local', 'a')).toBe(false)
    expect(await log.records.list('device', 'local')).toEqual([])
  })
})
