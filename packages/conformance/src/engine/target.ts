import type { Need } from '../case.js'

/** A gateway to try, and what it has of what cases need. */
export interface Target {
  /** `http://host:port`, without a slash at the end. */
  url: string
  /** Empty where none is asked for. */
  token: string
  has: ReadonlySet<Need>
  /** Somebody else's: what was made there is removed again. */
  borrowed?: boolean
}

/** The headers that show the token. */
export function bearer({ token }: Target): Record<string, string> {
  return token === '' ? {} : { authorization: `Bearer ${token}` }
}

/** The address of the WebSocket door. */
export function socketUrl({ url }: Target, pathAndQuery = '/ws'): string {
  return `${url.replace(/^http/, 'ws')}${pathAndQuery}`
}
