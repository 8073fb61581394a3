import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { ReaderThread } from './reader-client.js'

const settings = { dataDir: '/nowhere', synchronous: 'FULL', restored: false, startedAt: 0 } as const
const unavailable = { kind: 'unavailable' }

/** A reading thread whose thread does this instead of reading. */
function reading(code: string): { reader: ReaderThread; worker: Worker } {
  const worker = new Worker(`const { parentPort } = require('node:worker_threads'); ${code}`, { eval: true })
  return { reader: new ReaderThread(settings, worker), worker }
}

describe('a reading thread that dies', () => {
  it('refuses what waits for it, and everything after, and says why', async () => {
    const { reader, worker } = reading(
      "parentPort.once('message', () => { throw new Error('out of memory') })",
    )
    const gone = new Promise((resolve) => worker.once('exit', resolve))
    await expect(reader.session('s')).rejects.toMatchObject(unavailable)
    expect(reader.failure).toBe('the reading thread stopped: out of memory')
    await expect(reader.session('s')).rejects.toMatchObject(unavailable)
    await gone
    await expect(reader.history('s', null, 1)).rejects.toMatchObject(unavailable)
    await reader.stop()
  })

  it('is told also when it was gone before the first question', async () => {
    const { reader, worker } = reading('')
    await once(worker, 'exit')
    await expect(reader.open()).rejects.toMatchObject(unavailable)
    await reader.stop()
  })

  it('is no failure when it was asked to stop', async () => {
    const { reader } = reading("parentPort.once('message', () => parentPort.close())")
    await reader.stop()
    expect(reader.failure).toBeUndefined()
  })
})
