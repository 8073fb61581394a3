import { once } from 'node:events'
import { request } from 'node:http'
import { DeltaCounter } from './delta-counter.mjs'
import { DeltaText } from './delta-text.mjs'
import { micros } from './histogram.mjs'
import { answerQuestions, fail } from './load-process.mjs'
import { Reader } from './reader.mjs'
import { TurnStory } from './turn-story.mjs'

// Clients of one session in which an agent says one long turn after the other. All count the deltas by their text; the
// last one, which is written to last, reads everything and checks it.
const settings = answerQuestions({ connect: connectAll, run })
/** @type {{port: number, token: string, clients: number, deltas: number, bytes: number, coalesceMs?: number}} */
const { port, token, clients, deltas, bytes, coalesceMs } = settings

const text = new DeltaText(deltas, bytes)
const story = new TurnStory(text.whole())

/** @typedef {{reader: Reader, counter: DeltaCounter, turns: number}} Client with the turns it has got */
/** @type {Client[]} */
const audience = []
let session = ''
let turns = 0
let missing = 0
/** @type {() => void} */
let delivered = () => {}

async function connectAll() {
  for (let index = 0; index < clients; index += 1) {
    const counter = new DeltaCounter()
    const parses = index === clients - 1
    const reader = new Reader({
      port,
      token,
      counts: counter,
      parses,
      onRead: () => look(client),
      onMessage: (message) => parses && follow(message),
    })
    const client = { reader, counter, turns: 0 }
    await reader.open()
    if (index === 0 && token !== '') session = await openSession(reader)
    await reader.join([session])
    audience.push(client)
  }
  return {}
}

/** @param {Reader} reader @returns {Promise<string>} */
async function openSession(reader) {
  const { sessionId } = await reader.call({ type: 'create_session', agentType: 'demo' })
  if (coalesceMs !== undefined)
    await reader.call({ type: 'update_session_settings', sessionId, settings: { coalesceMs } })
  return sessionId
}

/** @param {Client} client */
function look(client) {
  const { counter } = client
  if (counter.lost > 0) fail('a client was told that something is missing')
  if (counter.turns === client.turns) return
  client.turns += 1
  if (counter.turns !== turns || client.turns !== turns || counter.deltas !== turns * deltas)
    fail(`a client got ${counter.deltas} deltas in ${counter.turns} turns`)
  missing -= 1
  if (missing === 0) delivered()
}

/** @param {any} message */
function follow(message) {
  if (turns === 0 || (session !== '' && message.sessionId !== session)) return
  try {
    story.take(message)
  } catch (error) {
    fail(error)
  }
}

/** One turn after the other for a while; each begins when everyone has got the one before. @param {{seconds: number}} details */
async function run({ seconds }) {
  const framesBefore = frames()
  const [begun, turnsBefore] = [micros(), turns]
  while (micros() - begun < seconds * 1e6) await oneTurn()
  const told = turns - turnsBefore
  return {
    turns: told,
    deliveries: told * deltas * clients,
    framesPerTurn: (frames() - framesBefore) / told,
    seconds: (micros() - begun) / 1e6,
  }
}

async function oneTurn() {
  turns += 1
  missing = clients
  const delivery = new Promise((resolve) => {
    delivered = () => resolve(undefined)
  })
  await Promise.all([delivery, start()])
  if (story.turns !== turns) fail(`the client that parses has seen ${story.turns} turns of ${turns}`)
}

/** Another client each time: one alone would soon have sent too many messages. */
async function start() {
  const { reader } = audience[turns % clients] ?? {}
  if (token !== '') reader?.send({ type: 'run_turn', sessionId: session, text: text.prompt })
  else {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/turn' })
    sent.end(JSON.stringify({ deltas, bytes }))
    const [response] = await once(sent, 'response')
    response.resume()
  }
}

/** Frames with text the first client has got. */
function frames() {
  return audience[0]?.counter.frames ?? 0
}
