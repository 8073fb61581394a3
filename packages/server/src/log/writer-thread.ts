import { randomFillSync } from 'node:crypto'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { uuidv7Maker } from '@signalbox/protocol'
import { LogOpenError } from './log-open-error.js'
import type { Operation } from './operations.js'
import { type OpenFile, openForWriting } from './sqlite/open.js'
import { writeStore } from './sqlite/write-store.js'
import type { FromWriter, ThreadSettings, ToWriter } from './thread-messages.js'
import { Writer } from './writer.js'

if (!parentPort) throw new Error('writer-thread runs as a worker only')
const port = parentPort
const settings = workerData as ThreadSettings
const newId = uuidv7Maker(Date.now, (bytes) => void randomFillSync(bytes))
const tell = (message: FromWriter) => port.postMessage(message)

/** Takes all that has queued up meanwhile into one group: this is the group commit. */
function serve(file: OpenFile): void {
  const used = file.db.prepare(
    'SELECT (p.page_count - f.freelist_count) * s.page_size AS bytes FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s',
  )
  const writer = new Writer({
    store: writeStore(file.db),
    usedBytes: () => (used.get() as { bytes: number }).bytes,
    now: Date.now,
    newId,
    offset: file.offset,
  })
  port.on('message', (first: ToWriter) => {
    const operations: Operation[] = []
    let closing = false
    for (let next: ToWriter | undefined = first; next; next = receiveMessageOnPort(port)?.message) {
      if (next.kind === 'close') closing = true
      else for (const operation of next.operations) operations.push(operation)
    }
    if (operations.length > 0) tell({ kind: 'results', ...writer.run(operations) })
    if (!closing) return
    writer.flush()
    file.close()
    tell({ kind: 'closed' })
    port.close()
  })
  tell({ kind: 'ready', epoch: file.epoch, clean: file.clean })
}

try {
  serve(openForWriting(settings.dataDir, settings.synchronous, newId))
} catch (error) {
  if (!(error instanceof LogOpenError)) throw error
  tell({ kind: 'refused', failure: error.failure, message: error.message })
}
