import type { Chapter } from './chapter.js'
import { autonomyChapter } from './chapters/autonomy.js'
import { errorsChapter } from './chapters/errors.js'
import { eventsChapter } from './chapters/events.js'
import { flowsChapter } from './chapters/flows.js'
import { harmonizeChapter } from './chapters/harmonize.js'
import { messagesChapter } from './chapters/messages.js'
import { notifyChapter } from './chapters/notify.js'
import { readingChapter } from './chapters/reading.js'
import { rpcChapter } from './chapters/rpc.js'
import { markdown } from './markdown.js'

const INTRODUCTION = `# Event vocabulary

Every name that crosses a wire of Signalbox. This page is generated from the tables of the protocol package; change them,
then run \`npm run docs\`. A running gateway serves the same as a page to read, with examples, at \`/docs\`.
`

/** The chapters of the vocabulary, in reading order. */
export function vocabularyChapters(): Chapter[] {
  return [
    readingChapter(),
    eventsChapter(),
    messagesChapter(),
    autonomyChapter(),
    notifyChapter(),
    harmonizeChapter(),
    rpcChapter(),
    flowsChapter(),
    errorsChapter(),
  ]
}

/** The vocabulary as Markdown. */
export function vocabularyPage(): string {
  return `${INTRODUCTION}\n${markdown(vocabularyChapters())}`
}
