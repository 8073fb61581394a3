import { BatchSender } from './batch-sender.mjs'
import { answerQuestions } from './load-process.mjs'

// Batches over several connections, each with one outstanding.
const settings = answerQuestions({ start, measure, report, stop })
/** @type {{port: number, token: string, connections: number, sessions: string[], size: number}} */
const { connections, size, ...common } = settings

/** @type {Promise<void>[]} */
let sending = []
/** Event ids count up from here; those of a log that was made are lower. */
let opened = 1
let running = false
let acknowledged = 0
let measured = 0

/** New connections each time: a server closes those that were idle for some seconds. */
async function start() {
  const senders = Array.from(
    { length: connections },
    () => new BatchSender({ ...common, size, index: opened++ }),
  )
  await Promise.all(senders.map((sender) => sender.connected()))
  running = true
  sending = senders.map(async (sender) => {
    while (running) {
      await sender.send()
      acknowledged += size
      measured += size
    }
    sender.end()
  })
  return {}
}

function measure() {
  measured = 0
  return {}
}

function report() {
  return { acknowledged: measured }
}

async function stop() {
  running = false
  await Promise.all(sending)
  return { acknowledged }
}
