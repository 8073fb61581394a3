import { type WatchEntry as Told, WATCH_STATES } from '@signalbox/protocol'

/** One session as the gateway lists it for a person who watches; of that, what is shown. */
export type WatchEntry = Omit<Told, 'origin'>

const TEXTS = [
  'reason',
  'action',
  'name',
  'cwd',
  'host',
  'tmuxTarget',
  'tmuxSocket',
  'requestId',
  'message',
] as const
const NUMBERS = ['pid', 'background', 'costMicroDollars', 'until'] as const

/** An entry as the gateway sent it, without what is not as it should be; undefined where there is no session in it. */
export function readEntry(value: unknown): WatchEntry | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Record<string, unknown>
  const { sessionId, since, agent } = given
  if (typeof sessionId !== 'string' || typeof since !== 'number' || !Number.isFinite(since)) return undefined
  const entry: WatchEntry = {
    sessionId,
    // One that a later gateway knows and we do not: nothing is claimed of it.
    state: WATCH_STATES.find((state) => state === given.state) ?? 'stale',
    since,
    agent: typeof agent === 'string' ? agent : '',
  }
  for (const name of TEXTS) {
    const text = given[name]
    if (typeof text === 'string' && text !== '') entry[name] = text
  }
  for (const name of NUMBERS) {
    const number = given[name]
    if (typeof number === 'number' && Number.isFinite(number)) entry[name] = number
  }
  return entry
}
