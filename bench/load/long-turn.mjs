import { DeltaText } from './delta-text.mjs'
import { answerQuestions, fail } from './load-process.mjs'
import { Reader } from './reader.mjs'
import { TurnStory } from './turn-story.mjs'

// One client that has an agent say a very long turn, and reads it. The agent waits for nobody's socket: where the client
// cannot keep up it misses deltas and is told so; the finished segments it gets all the same.
const settings = answerQuestions({ connect, run })
/** @type {{port: number, token: string, deltas: number, bytes: number}} */
const { port, token, deltas, bytes } = settings

const text = new DeltaText(deltas, bytes)
const story = new TurnStory(text.whole(), 'message_complete')
const reader = new Reader({ port, token, parses: true, onMessage })
let session = ''
/** @type {(() => void) | undefined} */
let ended

async function connect() {
  await reader.open()
  session = (await reader.call({ type: 'create_session', agentType: 'demo' })).sessionId
  await reader.join([session])
  return {}
}

/** Answers when the turn is complete. */
async function run() {
  const begun = performance.now()
  const complete = new Promise((resolve) => {
    ended = () => resolve(undefined)
  })
  reader.send({ type: 'run_turn', sessionId: session, text: text.prompt })
  await complete
  return { seconds: (performance.now() - begun) / 1000, missed: story.missed }
}

/** @param {any} message */
function onMessage(message) {
  if (message.sessionId !== session || ended === undefined) return
  try {
    story.take(message)
  } catch (error) {
    fail(error)
  }
  if (message.type === 'turn_error') fail(`the turn failed: ${message.message}`)
  if (story.turns === 1) ended()
}
