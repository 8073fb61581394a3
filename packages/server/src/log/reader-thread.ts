import { parentPort, workerData } from 'node:worker_threads'
import type { PageBytes } from './page.js'
import { openForReading } from './sqlite/open.js'
import { type ReadStore, readStore } from './sqlite/read-store.js'
import type { FromReader, ThreadSettings, ToReader } from './thread-messages.js'

if (!parentPort) throw new Error('reader-thread runs as a worker only')
const port = parentPort
const { dataDir, startedAt } = workerData as ThreadSettings
let db: ReturnType<typeof openForReading> | undefined
let store: ReadStore | undefined

port.on('message', (request: ToReader | 'close') => {
  if (request === 'close') {
    db?.close()
    port.close()
    return
  }
  const { call } = request
  const tell = (message: Omit<FromReader, 'call'>, handOver: ArrayBuffer[] = []) =>
    port.postMessage({ call, ...message }, handOver)
  try {
    const answer = perform(request)
    tell({ answer }, isPage(answer) ? [answer.bytes.buffer] : [])
  } catch (error) {
    tell({ answer: undefined, error: error instanceof Error ? error.message : String(error) })
  }
})

/** The bytes of a page are handed over, not copied. */
function isPage(answer: unknown): answer is PageBytes {
  return typeof answer === 'object' && answer !== null && 'bytes' in answer
}

function perform(request: ToReader): unknown {
  if (request.method === 'open') {
    db = openForReading(dataDir)
    const { value } = db.prepare("SELECT value FROM meta WHERE key = 'epoch'").get() as { value: string }
    store = readStore(db, { epoch: value, startedAt })
    return undefined
  }
  if (!store) throw new Error('the log is not open yet')
  const read = store[request.method as keyof ReadStore] as (...args: unknown[]) => unknown
  return read(...request.args)
}
