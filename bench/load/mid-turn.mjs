import { BatchSender } from './batch-sender.mjs'
import { answerQuestions } from './load-process.mjs'
import { Reader } from './reader.mjs'

// Makes a session with an agent of the gateway and many events, and has its agent work on.
const settings = answerQuestions({ prepare })
/** @type {{port: number, token: string}} */
const { port, token } = settings

const BATCH = 1000
const WORKS_ON = 'Beat 1. '

/** Answers with the session when its agent has said all of `prompt` that comes before its beats. @param {{events: number, prompt: string}} details */
async function prepare({ events, prompt }) {
  /** @type {() => void} */
  let worksOn = () => {}
  const reader = new Reader({ port, token, parses: true, onMessage })
  await reader.open()
  const { sessionId } = await reader.call({ type: 'create_session', agentType: 'demo' })
  const sender = new BatchSender({ port, token, sessions: [sessionId], size: BATCH, index: 1 })
  await sender.connected()
  for (let sent = 0; sent < events; sent += BATCH) await sender.send()
  sender.end()
  await reader.join([sessionId])
  const working = new Promise((resolve) => {
    worksOn = () => resolve(undefined)
  })
  reader.send({ type: 'run_turn', sessionId, text: prompt })
  await working
  return { session: sessionId }

  /** @param {any} message */
  function onMessage({ type, text }) {
    if (type === 'text_delta' && text.includes(WORKS_ON)) worksOn()
  }
}
