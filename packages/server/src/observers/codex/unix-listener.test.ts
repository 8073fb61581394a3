import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempDir } from '../../log/testing.js'
import { clientsAt, processWith, unixListener } from './unix-listener.js'

const TABLE = `Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000003 00000000 00000000 0001 03 11 /run/a b.sock
0000000000000000: 00000003 00000000 00000000 0001 03 12
0000000000000000: 00000002 00000000 00010000 0001 01 13 /run/a b.sock
0000000000000000: 00000003 00000000 00000000 0001 03 14 /x/run/a b.sock
0000000000000000: 00000003 00000000 00000000 0001 03 15 /run/a b.sock
`

describe('unixListener', () => {
  it('tells the socket at a path from others, and counts its clients', () => {
    expect(unixListener('/run/a b.sock', TABLE)).toEqual({ inode: '13', clients: 2 })
    expect(unixListener('/x/run/a b.sock', TABLE)).toBeUndefined()
    expect(unixListener('/run/c.sock', TABLE)).toBeUndefined()
    expect(unixListener('/run/a b.sock', '')).toBeUndefined()
  })

  it.runIf(process.platform === 'linux')('finds the process that listens', async () => {
    const path = join(tempDir(), 's')
    const server = createServer().listen(path)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    expect(clientsAt(path)).toBe(0)
    const client = connect(path)
    onTestFinished(() => void client.destroy())
    await once(server, 'connection')
    expect(clientsAt(path)).toBe(1)
    const { inode } = unixListener(path) ?? { inode: '' }
    expect(await processWith(inode)).toMatchObject({
      pid: process.pid,
      started: expect.stringMatching(/^\d+$/),
    })
    expect(await processWith('0')).toBeUndefined()
  })
})
