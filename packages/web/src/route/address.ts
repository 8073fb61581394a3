/** Where a person is in the dashboard. Everything that can be linked to has an address of its own. */
export type Address =
  | { page: 'needs' }
  | { page: 'sessions'; query: string }
  | { page: 'session'; sessionId: string; event: number | null }
  | { page: 'flows' }
  | { page: 'deliveries'; query: string }
  /** Null: one that is to be made. */
  | { page: 'flow'; triggerId: string | null }
  | { page: 'logs'; query: string }
  | { page: 'devices' }
  | { page: 'connect' }
  | { page: 'pair' }
  | { page: 'unknown' }

const PAGES: Readonly<Record<string, (query: string) => Address>> = {
  '/': () => ({ page: 'needs' }),
  '/sessions': (query) => ({ page: 'sessions', query }),
  '/flows': () => ({ page: 'flows' }),
  '/flows/new': () => ({ page: 'flow', triggerId: null }),
  '/flows/deliveries': (query) => ({ page: 'deliveries', query }),
  '/logs': (query) => ({ page: 'logs', query }),
  '/devices': () => ({ page: 'devices' }),
  '/connect': () => ({ page: 'connect' }),
  '/pair': () => ({ page: 'pair' }),
}

/** What an address of the browser means. */
export function readAddress({ pathname, search }: { pathname: string; search: string }): Address {
  const page = Object.hasOwn(PAGES, pathname) ? PAGES[pathname] : undefined
  if (page) return page(search.replace(/^\?/, ''))
  const [, place, id] = /^\/(sessions|flows)\/([^/]+)$/.exec(pathname) ?? []
  if (id === undefined) return { page: 'unknown' }
  if (place === 'flows') return { page: 'flow', triggerId: decoded(id) }
  const event = new URLSearchParams(search).get('event') ?? ''
  return { page: 'session', sessionId: decoded(id), event: /^\d{1,15}$/.test(event) ? Number(event) : null }
}

/** The address of a session, or of one of its events. */
export function sessionAddress(sessionId: string, event?: number): string {
  const path = `/sessions/${encodeURIComponent(sessionId)}`
  return event === undefined ? path : `${path}?event=${event}`
}

/** The address of the sessions that a filter leaves. */
export function sessionsAddress(query: string): string {
  return withQuery('/sessions', query)
}

/** The address of a trigger. */
export function flowAddress(triggerId: string): string {
  const path = `/flows/${encodeURIComponent(triggerId)}`
  // A trigger may be called like a page: written otherwise, the same name is no page.
  return Object.hasOwn(PAGES, path)
    ? `/flows/%${triggerId.charCodeAt(0).toString(16)}${triggerId.slice(1)}`
    : path
}

/** The address of the deliveries that a filter leaves. */
export function deliveriesAddress(query: string): string {
  return withQuery('/flows/deliveries', query)
}

/** The address of the log records that a filter leaves. */
export function logsAddress(query: string): string {
  return withQuery('/logs', query)
}

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
