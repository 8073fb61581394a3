import { parentPort, workerData } from 'node:worker_threads'
import { openForReading } from './sqlite/open.js'
import type { ThreadSettings } from './thread-messages.js'

const db = openForReading((workerData as ThreadSettings).dataDir)
const rows = db.pragma('quick_check(5)') as { quick_check: string }[]
db.close()
const problems = rows.map((row) => row.quick_check).filter((line) => line !== 'ok')
parentPort?.postMessage(problems.length === 0 ? null : problems.join('; '))
