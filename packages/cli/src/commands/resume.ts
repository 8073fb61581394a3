import type { Command } from '../command.js'
import { ADDRESS_USAGE } from '../gateway/gateway-address.js'
import { PAUSING_OPTIONS, PAUSING_WORDS, pausing } from './pausing.js'

export const resume: Command = {
  summary: 'Starts turns again, in the whole gateway or in one session.',
  usage: `signalbox resume [SESSION] [--json] ${ADDRESS_USAGE}`,
  details: 'Undoes "signalbox pause". 4 characters of the ID of a session are enough.',
  words: PAUSING_WORDS,
  options: PAUSING_OPTIONS,
  run: (values, [session]) => pausing(values, session, false),
}
