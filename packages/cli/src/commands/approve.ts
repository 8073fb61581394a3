import type { Command } from '../command.js'
import { ADDRESS_USAGE } from '../gateway/gateway-address.js'
import { DECISION_OPTIONS, DECISION_WORDS, decide } from './decide.js'

export const approve: Command = {
  summary: 'Allows what an agent asks to do.',
  usage: `signalbox approve ID [--message TEXT] [--remember] [--json] ${ADDRESS_USAGE}`,
  details:
    '4 characters of the ID are enough. --remember allows the same from now on, where the agent knows how.',
  words: DECISION_WORDS,
  options: { ...DECISION_OPTIONS, remember: { type: 'boolean' } },
  run: (values, [id = '']) => decide(values, id, true),
}
