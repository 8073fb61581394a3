import { expect, it } from 'vitest'
import { sharedLog } from '../log/shared-log.fixture.js'
import { draft, ingest } from '../log/testing.js'
import { NamedSessions } from './named-sessions.js'

const shared = sharedLog()

it('knows every name of a session, read once and again when one changes', async () => {
  const { log } = shared
  let reads = 0
  const reader = {
    session: (id: string) => {
      reads += 1
      return log.reader.session(id)
    },
  }
  const sessions = new NamedSessions({
    reader: reader as never,
    onPublish: (listener) => log.onPublish(listener),
  })
  const { sessionId } = await log.commit(ingest('Codex 1', []))
  expect(sessions.known(sessionId)).toBeUndefined()
  expect((await sessions.find(sessionId)).names).toEqual(expect.arrayContaining([sessionId, 'Codex 1']))
  await sessions.find(sessionId)
  expect(reads).toBe(1)
  await log.commit({
    ...{ tenantId: 'local', session: { by: 'id', id: sessionId } },
    drafts: [draft('session_updated', { name: 'Reviewer' })],
    bind: [{ namespace: 'codex', id: 'thread-7' }],
  })
  expect(sessions.known(sessionId)).toBeUndefined()
  expect((await sessions.find(sessionId)).names).toEqual(
    expect.arrayContaining(['Codex 1', 'thread-7', 'Reviewer']),
  )
  expect(reads).toBe(2)
  await log.deleteSession('local', sessionId)
  expect(await sessions.find(sessionId)).toEqual({
    id: sessionId,
    aliases: [],
    name: null,
    names: [sessionId],
  })
})

it('does not keep what was read before a change and told after it', async () => {
  const { log } = shared
  const { sessionId } = await log.commit(ingest('slow', []))
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  const session = async (id: string) => {
    const read = await log.reader.session(id)
    await told
    return read
  }
  const sessions = new NamedSessions({
    reader: { session } as never,
    onPublish: (listener) => log.onPublish(listener),
  })
  const finding = sessions.find(sessionId)
  // It is read, in order with this.
  await log.reader.session(sessionId)
  await log.commit({
    tenantId: 'local',
    session: { by: 'id', id: sessionId },
    drafts: [draft('session_updated', { name: 'New' })],
  })
  tell()
  expect((await finding).name).toBe('slow')
  expect(sessions.known(sessionId)).toBeUndefined()
  expect((await sessions.find(sessionId)).name).toBe('New')
})
