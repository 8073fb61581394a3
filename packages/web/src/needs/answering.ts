import type { PermissionAnswer, QuestionAnswer } from '@signalbox/client'
import type { By, RequestOutcome } from '@signalbox/protocol'
import { outcomeText } from './outcome-text.js'

/** What a person decided. */
export type Reply =
  | { kind: 'permission'; answer: PermissionAnswer }
  | { kind: 'question'; answer: QuestionAnswer }

/** How far an answer has come. */
export type Answering =
  | { state: 'idle' }
  | { state: 'sending' }
  | {
      state: 'failed'
      problem: string /** Nobody is to try again: somebody was faster, or only the terminal answers. */
      over: boolean
    }

export type AnsweringChange = { type: 'asked' | 'sent' | 'taken' } | { type: 'refused'; error: unknown }

export const IDLE: Answering = { state: 'idle' }

/** After one more thing became known. Pure. */
export function changeAnswering(before: Answering, change: AnsweringChange): Answering {
  switch (change.type) {
    case 'asked':
      return IDLE
    case 'sent':
      return { state: 'sending' }
    case 'taken':
      // The card leaves when the gateway says so; until then nothing is sent twice.
      return before
    case 'refused':
      return { state: 'failed', ...problemOf(change.error) }
  }
}

interface Refusal {
  code: string
  message: string
  details: Readonly<Record<string, unknown>>
}

type Problem = { problem: string; over: boolean }

/** What each refusal means to the person who answered. */
const PROBLEMS: Readonly<Record<string, (refusal: Refusal) => Problem>> = {
  RequestAlreadyResolved: ({ details }) => ({
    problem: `Somebody was faster. ${fasterText(details)}; your answer changed nothing.`,
    over: true,
  }),
  RequestNotFound: () => ({ problem: 'This is asked no more.', over: true }),
  SessionNotFound: () => ({ problem: 'The session is gone.', over: true }),
  AgentUnavailable: () => ({ problem: 'This agent can only be answered in its own terminal.', over: true }),
  ConnectionLost: () => ({
    problem:
      'The connection was cut before the gateway said it has the answer. It shows here when it is back.',
    over: false,
  }),
  RequestTimeout: () => ({
    problem: 'The gateway did not say that it has the answer. Try again.',
    over: false,
  }),
}

function problemOf(error: unknown): Problem {
  const refusal = error as Partial<Refusal>
  const { code = '', message = String(error), details = {} } = refusal
  if (Object.hasOwn(PROBLEMS, code)) return PROBLEMS[code]?.({ code, message, details }) ?? plain(message)
  return plain(message)
}

function plain(message: string): Problem {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  return { problem: /[.!?]$/.test(sentence) ? sentence : `${sentence}.`, over: false }
}

function fasterText({ outcome, by }: Readonly<Record<string, unknown>>): string {
  return outcomeText({ outcome: outcome as RequestOutcome, ...(by ? { by: by as By } : {}) }, false)
}
