import { UsageError } from '@signalbox/server'
import type { Command } from '../command.js'
import { text } from '../command.js'
import { GATEWAY_OPTIONS, settingsOf } from '../settings.js'
import { tokenOf } from './token.js'

export const pair: Command = {
  summary: 'Prints a one-time link that pairs the browser it is opened in.',
  usage: 'signalbox pair [--url URL] [--token TOKEN] [--data-dir DIR]',
  options: { ...GATEWAY_OPTIONS, url: { type: 'string' }, token: { type: 'string' } },
  async run(values) {
    const config = settingsOf(values)
    const url = text(values, 'url') ?? process.env.SIGNALBOX_URL ?? `http://${config.host}:${config.port}`
    const bearer = text(values, 'token') ?? (config.dev ? 'dev' : tokenOf(config))
    const { link } = await ask(`${url.replace(/\/$/, '')}/api/pairing`, bearer)
    console.log(`${url.replace(/\/$/, '')}${link}`)
  },
}

async function ask(url: string, bearer: string): Promise<{ link: string }> {
  const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${bearer}` } }).catch(
    () => {
      throw new UsageError(`No gateway answers at ${new URL(url).origin}. Start one with: signalbox up`)
    },
  )
  const body = (await response.json()) as { link?: string; detail?: string }
  if (!response.ok || !body.link)
    throw new UsageError(`The gateway refused: ${body.detail ?? response.status}`)
  return { link: body.link }
}
