import type { TurnEnd } from '@signalbox/client'

export const EXIT = { done: 0, failed: 2, stopped: 3, left: 130 } as const

/** What a program that started the turn is told of its end. */
export function exitOf(end: TurnEnd): number {
  if (end.type === 'turn_error') return EXIT.failed
  return end.stopReason === 'user_stopped' ? EXIT.stopped : EXIT.done
}
