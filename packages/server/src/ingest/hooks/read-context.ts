import type { HookContext } from './hook-context.js'

type Process = NonNullable<HookContext['process']>

/** What was said beside a payload, and the names of what could not be understood of it. */
export interface ReadContext {
  context: HookContext
  /** How the one who brings it waits for an answer: its call stays open, or it calls again. */
  wait: 'open' | 'poll'
  /** Whether somebody sits in front of the agent, who could answer there. */
  attended: boolean
  ignored: string[]
}

/** Visible ASCII without blanks: what an event id may be made of. */
const EVENT_ID = /^[\x21-\x7e]{1,128}$/
const DIGITS = /^\d{1,16}$/
const ATTENDED: ReadonlyMap<string, boolean> = new Map([
  ['0', false],
  ['1', true],
])
const MAX_PID = 2 ** 31 - 1
/** After the year 2200 it is no time of ours. */
const LAST_MS = 7_258_118_400_000
const MAX_TEXT = 512

/**
 * Reads what was said beside a payload, by its short names: in the header of a spool file, or after `x-signalbox-` in
 * those of a request. Nothing of it is worth losing the event: what cannot be understood is ignored and named. Pure.
 */
export function readContext(said: (name: string) => string | undefined): ReadContext {
  const ignored: string[] = []
  function read<T>(name: string, understand: (text: string) => T | undefined): T | undefined {
    const text = said(name)
    if (text === undefined || text === '') return undefined
    const value = understand(text)
    if (value === undefined) ignored.push(name)
    return value
  }

  const wait = read('wait', (text) => (text === 'poll' ? text : undefined)) ?? 'open'
  const attended = read('attended', (text) => ATTENDED.get(text)) ?? true
  const context: HookContext = {}
  const eventId = read('event-id', (text) => (EVENT_ID.test(text) ? text : undefined))
  if (eventId !== undefined) context.eventId = eventId
  const occurredAt = read('occurred-at', (text) => whole(text, LAST_MS))
  if (occurredAt !== undefined) context.occurredAt = occurredAt
  if (read('late', (text) => (text === '1' ? true : undefined))) context.late = true

  const pid = read('pid', (text) => whole(text, MAX_PID))
  const host = read('host', line)
  const more: Partial<Process> = {}
  for (const [name, field] of PROCESS_FIELDS) {
    const text = read(name, line)
    if (text !== undefined) more[field] = text
  }
  // A number means a process only where it is known of which machine.
  if (pid !== undefined && host !== undefined) context.process = { pid, host, ...more }
  return { context, wait, attended, ignored }
}

const PROCESS_FIELDS = [
  ['pid-started', 'started'],
  ['tty', 'tty'],
  ['tmux-pane', 'tmuxPane'],
  ['tmux-socket', 'tmuxSocket'],
] as const

/** A whole number from 1 on. */
function whole(text: string, most: number): number | undefined {
  const value = DIGITS.test(text) ? Number(text) : 0
  return value >= 1 && value <= most ? value : undefined
}

/** One line without control characters. */
function line(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.length <= MAX_TEXT && !/[\x00-\x1f\x7f]/.test(text) ? text : undefined
}
