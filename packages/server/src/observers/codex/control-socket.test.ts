import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempDir } from '../../log/testing.js'
import { Journal } from '../../telemetry/journal.js'
import { ControlSocket, type ControlSocketOptions } from './control-socket.js'
import { FakeAppServer } from './fake-app-server.fixture.js'

const PACE = { look: 5, client: 5, retry: 5, mostRetry: 10, grace: 30 }
const journal = new Journal({ level: 'warn', now: () => 0, write: () => undefined })

function look(home: string, more: Partial<ControlSocketOptions> = {}) {
  let connected: () => void = () => {}
  let gone: () => void = () => {}
  const happened = {
    connected: new Promise<void>((resolve) => {
      connected = resolve
    }),
    gone: new Promise<void>((resolve) => {
      gone = resolve
    }),
  }
  const socket = new ControlSocket({
    home,
    journal,
    connected: () => connected(),
    gone: () => gone(),
    pace: PACE,
    ...more,
  })
  onTestFinished(() => socket.close())
  return happened
}

describe('ControlSocket', () => {
  it('is never the first client: it would give its name to what others do', async () => {
    const home = tempDir()
    const server = await FakeAppServer.start(home, { terminal: false })
    const heard: number[] = []
    const clientsOf = () => (heard.push(server.heard.length) > 3 ? 1 : 0)
    await look(home, { clientsOf }).connected
    await server.called('initialized')
    expect(heard).toEqual([0, 0, 0, 0])
    expect(server.heard.map(({ method }) => method)).toEqual(['initialize', 'initialized'])
  })

  it('waits a while where nobody can tell who is connected', async () => {
    const home = tempDir()
    const server = await FakeAppServer.start(home, { terminal: false })
    const happened = look(home, { clientsOf: () => undefined, pace: { ...PACE, firstClient: 40 } })
    await happened.connected
    await server.called('initialized')
  })

  it('comes when the socket does, past one nobody listens at, and says when the server is gone', async () => {
    const home = tempDir()
    let looks = 0
    let looked: () => void = () => {}
    const stale = new Promise<void>((resolve) => {
      looked = resolve
    })
    mkdirSync(join(home, 'app-server-control'))
    const path = join(home, 'app-server-control', 'app-server-control.sock')
    writeFileSync(path, '')
    const clientsOf = () => {
      if (++looks === 3) looked()
      return 1
    }
    const happened = look(home, { clientsOf })
    await stale
    rmSync(path)
    const server = await FakeAppServer.start(home, { terminal: false })
    await happened.connected
    await server.stop()
    await happened.gone
  })

  it('tries again where it is not welcome', async () => {
    const home = tempDir()
    const server = await FakeAppServer.start(home, { terminal: false })
    let asked = 0
    server.answers.initialize = () => (++asked < 3 ? 'overloaded' : {})
    await look(home, { clientsOf: () => 1 }).connected
    expect(asked).toBe(3)
  })
})
