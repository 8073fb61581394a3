import type { Draft } from '@signalbox/protocol'
import type { Cleaned, TextOrigin } from '@signalbox/protocol/clean'

/** A draft as a source tells it, with what its agent says of where the text came from. */
export interface ToldDraft extends Draft {
  origin?: TextOrigin
}

/** A text of a draft, read: what came of it, what it was before where that is something else, and who sent it. */
export interface ReadText {
  cleaned: Cleaned
  raw: string | undefined
  origin: TextOrigin | undefined
}
