import type { SessionStatus } from '../registry/shapes.js'

/** The state machine: from each state, where a session may go next. */
export const TRANSITIONS: Record<SessionStatus, readonly SessionStatus[]> = {
  inactive: ['activating'],
  activating: ['ready', 'error', 'inactive'],
  ready: ['running', 'deactivating', 'inactive', 'error'],
  running: ['ready', 'waiting', 'error', 'deactivating'],
  waiting: ['running', 'ready', 'error', 'deactivating'],
  deactivating: ['inactive', 'error'],
  error: ['deactivating', 'inactive'],
}

export function canMove(from: SessionStatus, to: SessionStatus): boolean {
  return TRANSITIONS[from].includes(to)
}

/** The states to pass through to get from one to the other, the last included; empty when already there. */
export function pathBetween(from: SessionStatus, to: SessionStatus): SessionStatus[] {
  if (from === to) return []
  const trails = new Map<SessionStatus, SessionStatus[]>([[from, []]])
  const queue: SessionStatus[] = [from]
  for (const here of queue) {
    for (const next of TRANSITIONS[here]) {
      if (trails.has(next)) continue
      const trail = [...(trails.get(here) ?? []), next]
      if (next === to) return trail
      trails.set(next, trail)
      queue.push(next)
    }
  }
  return [to]
}
