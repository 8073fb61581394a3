import type { Answer } from '../../hook/signalbox-hook.mjs'
import { harmlessJson } from '../terminal/json-line.js'
import { plainText } from '../terminal/plain-text.js'

const SHOWN_CHARACTERS = 4_000
const SHOWN_OF_TOKEN = 2

/** What `--verbose` says before a call: where it goes, as whom, and what is sent. */
export function sentLines(url: string, token: string | undefined, body: Buffer): string[] {
  return [`POST ${url}`, `token: ${maskedToken(token)}`, `body: ${shown(harmlessJson(body.toString()))}`]
}

/** What it says after the call. */
export function answerLine({ status, text, late }: Answer, ms: number): string {
  const said = late
    ? 'no answer in time'
    : status === 0
      ? 'no answer'
      : `${status} ${shown(plainText(text))}`.trimEnd()
  return `after ${Math.round(ms)} ms: ${said}`
}

/** Two characters at each end: enough to tell tokens apart, too little to use one. */
export function maskedToken(token: string | undefined): string {
  if (token === undefined) return 'none'
  if (token.length <= SHOWN_OF_TOKEN * 4) return '…'
  return `${token.slice(0, SHOWN_OF_TOKEN)}…${token.slice(-SHOWN_OF_TOKEN)}`
}

function shown(text: string): string {
  return text.length <= SHOWN_CHARACTERS
    ? text
    : `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length} characters)`
}
