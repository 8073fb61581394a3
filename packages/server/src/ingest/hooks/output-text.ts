import type { Json } from '@signalbox/protocol'
import { cutText } from './cut-text.js'

/** How much of what a tool returned an event holds; the payload is kept whole beside it. */
const MAX_OUTPUT_BYTES = 256 * 1024

/** What a tool returned, as text: its own text, what a command printed, else the JSON of it. */
export function outputText(response: Json | undefined): string {
  return cutText(textIn(response), MAX_OUTPUT_BYTES)
}

function textIn(response: Json | undefined): string {
  if (typeof response === 'string') return response
  if (response === undefined || response === null) return ''
  if (typeof response === 'object' && !Array.isArray(response)) {
    const printed = [response.stdout, response.stderr].filter((text) => typeof text === 'string')
    if (printed.length > 0) return printed.filter((text) => text !== '').join('\n')
  }
  return JSON.stringify(response)
}
