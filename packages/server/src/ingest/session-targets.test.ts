import type { SessionMeta } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { SessionTargets } from './session-targets.js'

const A = { session: { by: 'id', id: 'uuid-a' }, usual: true }
const META: SessionMeta = {
  ...{ id: '', tenantId: 'local', name: null, agentType: 'unknown', status: 'inactive', archived: false },
  ...{ createdAt: 1, updatedAt: 1, lastActivityAt: null, origin: 'observed', cwd: null, aliases: [] },
}

function targets(known: Record<string, string>, create = true) {
  const asked: string[] = []
  const resolve = async (tenantId: string, id: string) => {
    asked.push(`${tenantId}/${id}`)
    return known[`${tenantId}/${id}`]
  }
  const session = async (id: string) => ({ ...META, id, aliases: [{ namespace: 'notify', id: 'a' }] })
  return { asked, made: new SessionTargets({ resolve, session }, create) }
}

describe('SessionTargets', () => {
  it('asks once for each id, whether it is known or not', async () => {
    const { asked, made } = targets({ 'local/a': 'uuid-a' })
    expect(made.known('local', 'a')).toBeUndefined()
    expect(await made.find('local', 'a')).toEqual(A)
    expect(await made.find('local', 'b')).toEqual({
      session: {
        by: 'alias',
        alias: { namespace: 'notify', id: 'b' },
        create: { name: 'b', agentType: 'unknown', origin: 'observed', cwd: null },
      },
      usual: true,
    })
    expect(made.known('local', 'a')).toEqual(A)
    expect(made.known('local', 'b')).toMatchObject({ session: { by: 'alias' } })
    expect(asked).toEqual(['local/a', 'local/b'])
  })

  it('tells an id that notify clients know the session by from its other ids', async () => {
    const { made } = targets({ 'local/a': 'uuid-a', 'local/uuid-a': 'uuid-a' })
    expect((await made.find('local', 'a'))?.usual).toBe(true)
    expect(await made.find('local', 'uuid-a')).toEqual({ ...A, usual: false })
  })

  it('means a session directly once the log has told which it is', async () => {
    const { made } = targets({})
    await made.find('local', 'a')
    made.learn('local', 'a', 'uuid-a')
    expect(made.known('local', 'a')).toEqual(A)
  })

  it('keeps tenants apart', async () => {
    const { made } = targets({ 'local/a': 'uuid-a' })
    await made.find('local', 'a')
    expect(made.known('other', 'a')).toBeUndefined()
    expect(await made.find('other', 'a')).toMatchObject({ session: { by: 'alias' } })
  })

  it('has no target for an unknown id where none may be made, and does not remember that', async () => {
    const known: Record<string, string> = {}
    const { made } = targets(known, false)
    expect(await made.find('local', 'a')).toBeUndefined()
    known['local/a'] = 'uuid-a'
    expect(made.known('local', 'a')).toBeUndefined()
    expect(await made.find('local', 'a')).toEqual(A)
  })

  it('forgets, and holds no more than a bounded number', async () => {
    const { made } = targets({})
    for (let n = 0; n <= 20_000; n++) await made.find('local', `s${n}`)
    expect(made.known('local', 's0')).toBeUndefined()
    expect(made.known('local', 's1')).toBeDefined()
    made.forget('local', 's1')
    expect(made.known('local', 's1')).toBeUndefined()
  })
})
