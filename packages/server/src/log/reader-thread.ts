import { parentPort, workerData } from 'node:worker_threads'
import { openForReading } from './sqlite/open.js'
import { type ReadStore, readStore } from './sqlite/read-store.js'
import type { FromReader, ThreadSettings, ToReader } from './thread-messages.js'

if (!parentPort) throw new Error('reader-thread runs as a worker only')
const port = parentPort
const { dataDir } = workerData as ThreadSettings
let db: ReturnType<typeof openForReading> | undefined
let store: ReadStore | undefined

port.on('message', (request: ToReader | 'close') => {
  if (request === 'close') {
    db?.close()
    port.close()
    return
  }
  const { call } = request
  const tell = (message: Omit<FromReader, 'call'>) => port.postMessage({ call, ...message })
  try {
    tell({ answer: perform(request) })
  } catch (error) {
    tell({ answer: undefined, error: error instanceof Error ? error.message : String(error) })
  }
})

function perform(request: ToReader): unknown {
  if (request.method === 'open') {
    db = openForReading(dataDir)
    store = readStore(db)
    return undefined
  }
  if (!store) throw new Error('the log is not open yet')
  const read = store[request.method as keyof ReadStore] as (...args: unknown[]) => unknown
  return read(...request.args)
}
