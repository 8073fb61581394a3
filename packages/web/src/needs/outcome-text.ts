import type { By, RequestEntry, RequestOutcome } from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'

/** Where an answer came from, by its door, as far as that says anything to a person. */
const PLACES: Readonly<Record<string, string>> = {
  ws: 'in another window or program',
  rest: 'from a terminal or program',
  rpc: 'from a program',
}

/** How each end is said of whoever brought it about. */
const ENDED: Record<RequestOutcome, (by: string) => string> = {
  approved: (by) => `Approved ${by}`,
  denied: (by) => `Denied ${by}`,
  answered: (by) => `Answered ${by}`,
  dismissed: (by) => `Dismissed ${by}`,
  withdrawn: () => 'Withdrawn by the agent',
  expired: () => 'Given up: nobody answered in time',
  resolved_elsewhere: () => 'Answered in the terminal',
  gateway_restarted: () => 'Closed when the gateway restarted',
}

/** How a request ended and by whom, without when: "Denied by you: too risky". */
export function outcomeText(
  { outcome, by, message }: Pick<RequestEntry, 'outcome' | 'by' | 'message'>,
  own: boolean,
): string {
  const who = own ? 'by you' : byText(by)
  // That it is over is known a moment before how.
  if (outcome === undefined) return own ? 'Sent' : 'Over'
  const ended = Object.hasOwn(ENDED, outcome) ? ENDED[outcome](who) : `Ended ${who}`
  const words = neutralise(message ?? '')
  return words === '' ? ended : `${ended}: ${words}`
}

function byText(by: By | undefined): string {
  if (!by) return 'by somebody'
  if (by.userId === 'terminal') return 'in the terminal'
  if (by.via === 'autonomy') return 'by a rule of the session'
  if (by.userId === 'auto') return 'by the agent itself'
  const place = Object.hasOwn(PLACES, by.via) ? PLACES[by.via] : `via ${neutralise(by.via)}`
  return `by ${neutralise(by.userId)} ${place}`
}
