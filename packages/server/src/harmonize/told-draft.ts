import type { Draft } from '@signalbox/protocol'
import type { TextOrigin } from '@signalbox/protocol/clean'

/** A draft as a source tells it, with what its agent says of where the text came from. */
export interface ToldDraft extends Draft {
  origin?: TextOrigin
}
