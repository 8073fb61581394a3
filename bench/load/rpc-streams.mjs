import { LineReader } from './line-reader.mjs'
import { answerQuestions } from './load-process.mjs'

// Streams of notifications to which nothing is said.
const settings = answerQuestions({ open })
/** @type {{port: number, token: string}} */
const { port, token } = settings

const AT_ONCE = 50
/** @param {{connections: number}} details */
async function open({ connections }) {
  for (let opened = 0; opened < connections; opened += AT_ONCE) {
    const some = Array.from(
      { length: Math.min(AT_ONCE, connections - opened) },
      () => new LineReader({ port, token }),
    )
    await Promise.all(some.map((reader) => reader.open()))
  }
  return {}
}
