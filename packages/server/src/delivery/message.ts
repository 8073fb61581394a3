/** The tag a message of another session is put in, so that neither its agent nor we take it for a person's words. */
const TAG = 'signalbox-message'
const CONTROL = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const LONGEST_NAME = 80

/** A message as it is typed into a pane: one line, in its tag. Coming back as a prompt, it is known by the tag. */
export function enveloped(from: string, text: string): string {
  const name = plain(from)
    .slice(0, LONGEST_NAME)
    .replaceAll(/["<>&]/g, "'")
  const words = plain(`${from} ${text}`).replaceAll(new RegExp(`</?\\s*${TAG}`, 'gi'), TAG)
  return `<${TAG} from="${name}">${words}</${TAG}>`
}

function plain(text: string): string {
  return text.replaceAll(CONTROL, ' ').trim()
}
