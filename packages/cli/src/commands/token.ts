import type { Command } from '../command.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf } from '../gateway/gateway-address.js'
import { jsonLine } from '../terminal/json-line.js'

export const token: Command = {
  summary: 'Prints the token that programs send as "Authorization: Bearer …".',
  usage: `signalbox token [--json] ${ADDRESS_USAGE}`,
  details: 'It is the one every other command would send with the same flags. --json prints {"token":…}.',
  options: { ...ADDRESS_OPTIONS, json: { type: 'boolean' } },
  async run(values) {
    const { token } = addressOf(values)
    console.log(values.json ? jsonLine({ token }) : token)
  },
}
