import { describe, expect, it, vi } from 'vitest'
import { OWNER } from '../../identity.js'
import { send, TestClient, testGateway } from '../../testing.js'
import { viewersOf } from './viewers-door.js'

const on = (deviceId: string | undefined, sessions: string[], connectedAt = 1) => ({
  identity: deviceId === undefined ? OWNER : { ...OWNER, deviceId },
  connectedAt,
  sessions,
})
const NAMES = new Map([['d1', 'Firefox on Linux']])

describe('viewersOf', () => {
  it('tells a device once, with the sessions of all its tabs', () => {
    const viewers = viewersOf({ ...OWNER, deviceId: 'd1' }, [on('d1', ['a']), on('d1', ['a', 'b'], 2)], NAMES)
    expect(viewers).toEqual([{ name: 'Firefox on Linux', since: 1, sessions: ['a', 'b'], current: true }])
  })

  it('tells those with the token apart from devices', () => {
    const viewers = viewersOf({ ...OWNER, deviceId: 'd1' }, [on(undefined, []), on('d1', [])], NAMES)
    expect(viewers.map(({ name, current }) => [name, current])).toEqual([
      ['With the token', false],
      ['Firefox on Linux', true],
    ])
  })

  it('tells nothing of another tenant', () => {
    expect(viewersOf({ ...OWNER, tenantId: 'other' }, [on('d1', ['a'])], NAMES)).toEqual([])
  })
})

describe('GET /api/viewers', () => {
  it('tells who has joined what, until they leave', async () => {
    const gateway = await testGateway()
    const client = await TestClient.open(gateway)
    const { session } = (await client.ask({ type: 'create_session', agentType: 'demo' })) as unknown as {
      session: { id: string }
    }
    await client.join({ sessionId: session.id })
    const read = async () => (await send(gateway, 'GET', '/api/viewers')).json
    expect(await read()).toMatchObject({ viewers: [{ sessions: [session.id], current: true }] })
    client.send({ type: 'leave_session', sessionId: session.id })
    await vi.waitFor(async () => expect(await read()).toMatchObject({ viewers: [{ sessions: [] }] }), 10_000)
  })

  it('refuses a parameter it does not know', async () => {
    const gateway = await testGateway()
    const answer = await send(gateway, 'GET', '/api/viewers?session=a')
    expect(answer.status).toBe(400)
  })
})
