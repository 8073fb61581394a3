import { answerQuestions } from './load-process.mjs'
import { Reader } from './reader.mjs'

// Subscribers that join and then never read again, until they are let go.
const settings = answerQuestions({ connect: connectAll, end })
/** @type {{port: number, token: string, subscribers: number, sessions: string[]}} */
const { port, token, subscribers, sessions } = settings

/** @type {Reader[]} */
let readers = []

async function connectAll() {
  for (let index = 0; index < subscribers; index += 1) {
    const reader = new Reader({ port, token })
    reader.mayEnd()
    readers.push(reader)
    await reader.open()
    await reader.join(sessions)
    reader.hold()
  }
  return {}
}

function end() {
  for (const reader of readers) reader.end()
  readers = []
  return {}
}
