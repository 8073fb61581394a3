import { UsageError } from '@signalbox/server/config'
import { oneLine } from '../terminal/plain-text.js'

/** What is given to a method, from the text it was typed as. Nothing typed is nothing given. */
export function readParams(method: string, typed: string | undefined): object | undefined {
  if (typed === undefined) return undefined
  const params = parsed(method, typed)
  if (typeof params === 'object' && params !== null && !Array.isArray(params)) return params
  throw new UsageError(`What ${oneLine(method)} takes is a JSON object. ${example(method)}`)
}

function parsed(method: string, typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    throw new UsageError(`What is given to ${oneLine(method)} is not JSON. ${example(method)}`)
  }
}

function example(method: string): string {
  return `Type for example: signalbox rpc ${oneLine(method)} '{"thread_id":"…"}'`
}
