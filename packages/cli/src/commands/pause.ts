import type { Command } from '../command.js'
import { ADDRESS_USAGE } from '../gateway/gateway-address.js'
import { PAUSING_OPTIONS, PAUSING_WORDS, pausing } from './pausing.js'

export const pause: Command = {
  summary: 'Starts no new turns until "signalbox resume"; what runs goes on.',
  usage: `signalbox pause [SESSION] [--json] ${ADDRESS_USAGE}`,
  details:
    'Without SESSION the whole gateway, on every door, also over a restart. Events come in all the same, and turns that\n' +
    'run can be answered, steered and stopped. 4 characters of the ID of a session are enough.',
  words: PAUSING_WORDS,
  options: PAUSING_OPTIONS,
  run: (values, [session]) => pausing(values, session, true),
}
