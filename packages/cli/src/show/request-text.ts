import type { By, RequestEntry, RequestOutcome } from '@signalbox/protocol'
import { duration } from '../age.js'
import { oneLine, visibleLine } from '../terminal/plain-text.js'
import { argsLine } from './tool-text.js'

export interface Question {
  id: string
  text: string
  type: 'choice' | 'text' | 'confirm'
  options?: string[]
  /** What is said of each option. */
  descriptions?: string[]
  required?: boolean
  /** Several options can be taken. */
  multiSelect?: boolean
  /** Any text is an answer, too. */
  custom?: boolean
}

/** What a permission request asks for: the tool, and what it would do. */
export interface Asked {
  toolName: string
  description: string
  args?: unknown
}

/** The whole of what would be done: a description may leave something out, the command does not. */
export function toAllow({ description, args }: Asked): string {
  const exact = typeof args === 'object' && args !== null && 'command' in args ? args.command : undefined
  const command = Array.isArray(exact) ? exact.join(' ') : exact
  if (typeof command !== 'string' || command === '' || command === description) return description
  return description === '' ? command : `${description}\n${command}`
}

/** What is asked, on one line. */
export function askedLine({ kind, data }: Pick<RequestEntry, 'kind' | 'data'>): string {
  if (kind === 'permission') {
    const { toolName, description, args } = data as unknown as Asked
    return `${oneLine(String(toolName))}: ${visibleLine(String(description ?? '')) || argsLine(args)}`
  }
  const [first, ...more] = questionsOf(data)
  if (!first) return ''
  const options = first.options?.length ? ` (${first.options.map(oneLine).join(' / ')})` : ''
  return `${oneLine(first.text)}${options}${more.length > 0 ? `  +${more.length} more` : ''}`
}

/** The questions of a request. */
export function questionsOf(data: Record<string, unknown>): Question[] {
  return Array.isArray(data.questions) ? (data.questions as Question[]) : []
}

/** Who answered, and through which door. */
export function whoLine(by: By | undefined): string {
  return by ? `${oneLine(by.userId)} (${oneLine(by.via)})` : 'somebody'
}

const ENDED: Record<RequestOutcome, (by: string) => string> = {
  approved: (by) => `approved by ${by}`,
  denied: (by) => `denied by ${by}`,
  answered: (by) => `answered by ${by}`,
  dismissed: (by) => `dismissed by ${by}`,
  withdrawn: () => 'withdrawn by the agent',
  expired: () => 'given up: nobody answered in time',
  resolved_elsewhere: () => 'answered in the terminal of the agent',
  gateway_restarted: () => 'closed when the gateway restarted',
}

/** How a request ended, who ended it and how long ago. */
export function endedLine(
  end: { outcome?: string | undefined; by?: By | undefined; at?: number | undefined },
  now: number,
): string {
  const { outcome = '', by, at } = end
  const said = Object.hasOwn(ENDED, outcome)
    ? ENDED[outcome as RequestOutcome](whoLine(by))
    : `ended by ${whoLine(by)}`
  return at === undefined ? said : `${said} ${duration(now - at)} ago`
}
