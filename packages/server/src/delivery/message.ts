import { disarmTags } from '@signalbox/protocol/clean'

/** The tag a message of another session is put in, so that neither its agent nor we take it for a person's words. */
const TAG = 'signalbox-message'
const CONTROL = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
/** What nobody sees. */
const UNSEEN = '\\p{Cf}\\p{DI}'
/**
 * What would end the message, and begin a person's words: a `<` that is followed by the name of the tag, whatever its case
 * and whatever spaces, slashes and unseen characters stand between.
 */
const TAG_START = new RegExp(
  `[<\uff1c\ufe64](?=[/\uff0f\\s${UNSEEN}]*${[...TAG].join(`[${UNSEEN}]*`)})`,
  'giu',
)
/** Stands in the place of such a `<`. Were it taken out, what is left could be a tag in its turn. */
const NO_TAG = '\u2039'
const LONGEST_NAME = 80

/** A message as it is typed into a pane: one line, in its tag. Coming back as a prompt, it is known by the tag. */
export function enveloped(from: string, text: string): string {
  return inTag(from, plain(`${from} ${text}`))
}

/** A longer message in its tag: with its lines, but nothing else a terminal would act upon. */
export function envelopedLines(from: string, text: string): string {
  return inTag(
    from,
    text
      .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
      .map(plainEnd)
      .join('\n')
      .trim(),
  )
}

function inTag(from: string, words: string): string {
  const name = plain(from)
    .slice(0, LONGEST_NAME)
    .replaceAll(/["<>&]/g, "'")
  return `<${TAG} from="${name}">${disarmTags(words.replaceAll(TAG_START, NO_TAG))}</${TAG}>`
}

/** Its beginning stays: the lines of a program are indented. */
function plainEnd(line: string): string {
  return line.replaceAll(CONTROL, ' ').trimEnd()
}

function plain(text: string): string {
  return text.replaceAll(CONTROL, ' ').trim()
}
