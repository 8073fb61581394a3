import type { Command } from '../command.js'
import { call } from '../gateway/call.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf } from '../gateway/gateway-address.js'
import { jsonLine } from '../terminal/json-line.js'

export const pair: Command = {
  summary: 'Prints a one-time link that pairs the browser it is opened in.',
  usage: `signalbox pair [--json] ${ADDRESS_USAGE}`,
  details: '--json prints {"link":…}.',
  options: { ...ADDRESS_OPTIONS, json: { type: 'boolean' } },
  async run(values) {
    const address = addressOf(values)
    const { link: path } = await call(address, '/api/pairing', { method: 'POST' })
    const link = `${address.origin}${path}`
    console.log(values.json ? jsonLine({ link }) : link)
  },
}
