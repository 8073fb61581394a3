import { randomFillSync } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { uuidv7Maker } from '@signalbox/protocol'
import { LogOpenError } from './log-open-error.js'
import { packEvents, packOutcomes, unpackOperations } from './packing.js'
import { type OpenFile, openForWriting } from './sqlite/open.js'
import { writeStore } from './sqlite/write-store.js'
import type { FromWriter, ThreadSettings, ToWriter } from './thread-messages.js'
import { Writer } from './writer.js'

if (!parentPort) throw new Error('writer-thread runs as a worker only')
const port = parentPort
const settings = workerData as ThreadSettings
/** No id is older than what is there already. */
let notBefore = 0
const newId = uuidv7Maker(
  () => Math.max(Date.now(), notBefore),
  (bytes) => void randomFillSync(bytes),
)
const tell = (message: FromWriter) => port.postMessage(message)

/** One message is one group, one transaction, one fsync: the main thread gathers the next while this one is written. */
function serve(file: OpenFile): void {
  notBefore = file.lastIdAt + 1
  const used = file.db.prepare(
    'SELECT (p.page_count - f.freelist_count) * s.page_size AS bytes FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s',
  )
  const writer = new Writer({
    store: writeStore(file.db),
    usedBytes: () => (used.get() as { bytes: number }).bytes,
    now: Date.now,
    newId,
    startedAt: settings.startedAt,
    offset: file.offset,
  })
  port.on('message', (message: ToWriter) => {
    if (message.kind === 'operations') {
      const { outcomes, events, ...troubles } = writer.run(unpackOperations(message.operations))
      tell({ kind: 'results', outcomes: packOutcomes(outcomes), events: packEvents(events), ...troubles })
      return
    }
    // A damaged file is not marked as well: the next start must look at it again.
    if (!message.damaged) {
      writer.flush()
      file.close()
    }
    port.close()
  })
  tell({ kind: 'ready', epoch: file.epoch, offset: file.offset, clean: file.clean })
}

try {
  serve(openForWriting(settings, newId))
} catch (error) {
  if (!(error instanceof LogOpenError)) throw error
  tell({ kind: 'refused', failure: error.failure, message: error.message })
}
