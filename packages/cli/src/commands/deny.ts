import type { Command } from '../command.js'
import { ADDRESS_USAGE } from '../gateway/gateway-address.js'
import { DECISION_OPTIONS, DECISION_WORDS, decide } from './decide.js'

export const deny: Command = {
  summary: 'Denies what an agent asks to do.',
  usage: `signalbox deny ID [--message TEXT] [--json] ${ADDRESS_USAGE}`,
  details: '4 characters of the ID are enough. The agent is told the message.',
  words: DECISION_WORDS,
  options: DECISION_OPTIONS,
  run: (values, [id = '']) => decide(values, id, false),
}
