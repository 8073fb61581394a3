import { TOAST_LEVELS, type ToastLevel } from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'

/** A notice of a flow. */
export interface Toast {
  level: ToastLevel
  message: string
  sessionId: string
}

/** Longer ones are cut: a toast is read at a glance. */
const LONGEST = 400

/**
 * What a message of the stream shows; undefined for what is no toast. Who needs a person is told on the same stream, and
 * is on the page already.
 */
export function readToast(data: string): Toast | undefined {
  let told: unknown
  try {
    told = JSON.parse(data)
  } catch {
    return undefined
  }
  if (typeof told !== 'object' || told === null) return undefined
  const { type, level, message, session_id: sessionId } = told as Record<string, unknown>
  if (type !== 'toast' || typeof message !== 'string') return undefined
  const text = neutralise(message)
  if (text === '') return undefined
  return {
    level: TOAST_LEVELS.find((one) => one === level) ?? 'info',
    message: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
    sessionId: typeof sessionId === 'string' ? sessionId : '',
  }
}
