import type { Event, EventType, Json, JsonObject } from '@signalbox/protocol'
import { oneLine } from '@signalbox/protocol/harmonize'

/** What somebody who listens to a session is told of, in one line. */
export interface Edge {
  kind: 'needs' | 'finished'
  text: string
}

/** The events a listener is told of. */
export const EDGE_TYPES = ['attention_raised', 'turn_complete', 'turn_error'] as const satisfies EventType[]

const LONGEST = 500
/** A turn that another event shows to be over has ended long ago. */
const SILENT_ENDS: ReadonlySet<string> = new Set(['superseded', 'ended'])

const NEEDS: Readonly<Record<string, string>> = {
  permission: 'needs a permission',
  question: 'asks a question',
  input: 'waits for input',
}

/** What an event is to those who listen to its session; undefined where it is nothing to them. Pure. */
export function edgeOf({ type, data: json }: Pick<Event, 'type' | 'data'>): Edge | undefined {
  const read = MEANINGS[type]
  if (!read) return undefined
  const data = JSON.parse(json) as JsonObject
  // What is told after the fact is no news.
  return data.late === true ? undefined : read(data)
}

const MEANINGS: { readonly [Type in EventType]?: (data: JsonObject) => Edge | undefined } = {
  attention_raised: ({ kind, message }) => ({
    kind: 'needs',
    text: said(needOf(textOf(kind)), message),
  }),
  turn_complete: ({ finalText, stopReason, backgroundTasks }) => {
    if (SILENT_ENDS.has(textOf(stopReason)) || Number(backgroundTasks ?? 0) > 0) return undefined
    const stopped = textOf(stopReason) !== ''
    return { kind: 'finished', text: stopped ? 'was stopped' : said('is done', finalText) }
  },
  turn_error: ({ message }) => ({ kind: 'finished', text: said('failed', message) }),
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function said(what: string, words: Json | undefined): string {
  const line = oneLine(textOf(words), LONGEST)
  return line === '' ? what : `${what}: ${line}`
}

function needOf(kind: string): string {
  return (Object.hasOwn(NEEDS, kind) ? NEEDS[kind] : undefined) ?? 'needs somebody'
}
