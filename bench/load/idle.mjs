import { LineReader } from './line-reader.mjs'
import { answerQuestions } from './load-process.mjs'
import { Reader } from './reader.mjs'

// Authenticated connections that do nothing: WebSockets, or streams of notifications.
const settings = answerQuestions({ open })
/** @type {{port: number, token: string, lines: boolean}} */
const { port, token, lines } = settings

const AT_ONCE = 50
/** @param {{connections: number}} details */
async function open({ connections }) {
  for (let opened = 0; opened < connections; opened += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, connections - opened) }, () =>
      lines ? new LineReader({ port, token }) : new Reader({ port, token }),
    )
    await Promise.all(some.map((reader) => reader.open()))
  }
  return {}
}
