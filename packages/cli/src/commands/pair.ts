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
    const host = config.host.includes(':') ? `[${config.host}]` : config.host
    const origin = originOf(
      text(values, 'url') ?? process.env.SIGNALBOX_URL ?? `http://${host}:${config.port}`,
    )
    const bearer = text(values, 'token') ?? (config.dev ? 'dev' : tokenOf(config))
    console.log(`${origin}${await askForLink(origin, bearer)}`)
  },
}

function originOf(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return new URL(url).origin
  throw new UsageError(
    `"${url}" is not the address of a gateway; type for example --url http://127.0.0.1:8080.`,
  )
}

async function askForLink(origin: string, bearer: string): Promise<string> {
  const response = await fetch(`${origin}/api/pairing`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
  }).catch(() => {
    throw new UsageError(`No gateway answers at ${origin}. Start one with: signalbox up`)
  })
  const body = (await response.json().catch(() => ({}))) as { link?: string; detail?: string }
  if (response.ok && body.link) return body.link
  throw new UsageError(
    body.detail
      ? `The gateway refused: ${body.detail}`
      : `What answers at ${origin} is no Signalbox. Check --url.`,
  )
}
