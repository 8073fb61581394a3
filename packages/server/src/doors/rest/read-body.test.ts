import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readWhole } from './read-body.js'
import { DEFAULT_PATH, openDoors } from './testing.js'

const MIB = 1024 * 1024

/** A request whose body is written piece by piece; `refused` is called when it is refused. */
function coming(headers: Record<string, string> = {}) {
  const body = new PassThrough()
  const read = readWhole(Object.assign(body, { headers }) as unknown as IncomingMessage, 10)
  const refused = vi.fn()
  read.catch(refused)
  return { body, read, refused }
}

describe('readWhole', () => {
  it('has what came within the limit', async () => {
    const { body, read } = coming()
    body.write('01234')
    body.end('56789')
    expect(String(await read)).toBe('0123456789')
  })

  it.each([
    ['says so', { 'content-length': '12' }],
    ['does not say so', {}],
  ])('refuses one that is longer and %s, once it is read to its end', async (_what, headers) => {
    const { body, read, refused } = coming(headers)
    body.write('01234567890')
    await new Promise(setImmediate)
    expect(refused).not.toHaveBeenCalled()
    body.end('1')
    await expect(read).rejects.toMatchObject({ kind: 'tooLarge' })
  })

  it('refuses one whose client leaves', async () => {
    const { body, read } = coming({ 'content-length': '12' })
    body.destroy()
    await expect(read).rejects.toMatchObject({ kind: 'tooLarge' })
  })

  it('does not read on for ever: so many bytes', async () => {
    const { body, read } = coming()
    const piece = Buffer.alloc(4 * MIB)
    const writing = setInterval(() => body.write(piece), 0)
    await expect(read).rejects.toMatchObject({ kind: 'tooLarge' })
    clearInterval(writing)
  })
})

describe('a refused body that does not come', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is not waited for longer than a moment', async () => {
    const { read, refused } = coming({ 'content-length': '12' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(refused).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(read).rejects.toMatchObject({ kind: 'tooLarge' })
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('lets a client that closes read why it is refused, whatever it sends', async () => {
  const { port } = await openDoors()
  for (let time = 0; time < 5; time++) {
    const socket = connect(port, '127.0.0.1')
    const head = `POST ${DEFAULT_PATH} HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n`
    socket.write(`${head}Authorization: Bearer the-token-of-the-tests\r\nContent-Length: ${12 * MIB}\r\n\r\n`)
    socket.write(Buffer.alloc(12 * MIB, 'x'))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*payload_too_large/)
  }
})
