import type { Command } from '../command.js'
import { call } from '../gateway/call.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf } from '../gateway/gateway-address.js'

export const pair: Command = {
  summary: 'Prints a one-time link that pairs the browser it is opened in.',
  usage: `signalbox pair ${ADDRESS_USAGE}`,
  options: ADDRESS_OPTIONS,
  async run(values) {
    const address = addressOf(values)
    const { link } = await call(address, '/api/pairing', { method: 'POST' })
    console.log(`${address.origin}${link}`)
  },
}
