import type { GatewayAddress } from '../gateway/gateway-address.js'
import { type FollowClock, followSse } from './follow-sse.js'

/** What the gateway tells, and how it is heard. */
export type WatchTold =
  | { of: 'list'; entries: unknown; frame: Record<string, unknown> }
  | { of: 'state'; entry: unknown; frame: Record<string, unknown> }
  | { of: 'link'; link: { state: 'live' } | { state: 'reconnecting'; retryAt: number } }

export interface FollowOptions extends FollowClock {
  tell: (told: WatchTold) => void
  signal: AbortSignal
  now?: () => number
}

/**
 * Follows what every session is at, over every cut. Rejects when the first attempt fails, so that a wrong address is
 * told at once, and when the gateway refuses; ends when it is cancelled.
 */
export function followWatch(
  address: GatewayAddress,
  { tell, now = Date.now, ...options }: FollowOptions,
): Promise<void> {
  return followSse(address, {
    ...options,
    path: '/api/watch/stream',
    what: 'watch list',
    lost: (ms) => tell({ of: 'link', link: { state: 'reconnecting', retryAt: now() + ms } }),
    tell({ event, data }) {
      const frame = parsed(data)
      if (frame === undefined) return false
      if (event === 'watch_state') tell({ of: 'state', entry: frame, frame })
      if (event !== 'watch_list') return false
      tell({ of: 'link', link: { state: 'live' } })
      tell({ of: 'list', entries: frame.entries, frame })
      return true
    },
  })
}

function parsed(data: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    // A frame nobody can read says nothing; the next list puts it right.
    return undefined
  }
}
