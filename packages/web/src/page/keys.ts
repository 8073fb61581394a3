/** One row of the key map. */
export interface KeyRow {
  keys: readonly string[]
  does: string
  where: KeyPlace
}

export type KeyPlace = 'Everywhere' | 'In a list' | 'On a request' | 'To an agent'

/** What the keyboard does. `?` shows it; the views bind the keys themselves. */
export const KEYS: readonly KeyRow[] = [
  { keys: ['g n'], does: 'Go to what needs you', where: 'Everywhere' },
  { keys: ['g s'], does: 'Go to the sessions', where: 'Everywhere' },
  { keys: ['g f'], does: 'Go to the flows', where: 'Everywhere' },
  { keys: ['g l'], does: 'Go to the logs', where: 'Everywhere' },
  { keys: ['n'], does: 'New session', where: 'Everywhere' },
  { keys: ['/'], does: 'Search', where: 'Everywhere' },
  { keys: ['?'], does: 'Show the keys', where: 'Everywhere' },
  { keys: ['Esc'], does: 'Close, or go back', where: 'Everywhere' },
  { keys: ['j', '↓'], does: 'Next', where: 'In a list' },
  { keys: ['k', '↑'], does: 'Previous', where: 'In a list' },
  { keys: ['Enter'], does: 'Open', where: 'In a list' },
  { keys: ['a'], does: 'Approve', where: 'On a request' },
  { keys: ['d'], does: 'Deny, with a reason if you like', where: 'On a request' },
  { keys: ['Enter'], does: 'Send', where: 'To an agent' },
  { keys: ['Shift Enter'], does: 'New line', where: 'To an agent' },
  { keys: ['Esc Esc'], does: 'Stop the turn', where: 'To an agent' },
]

export const KEY_PLACES: readonly KeyPlace[] = ['Everywhere', 'In a list', 'On a request', 'To an agent']
