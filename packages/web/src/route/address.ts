/** Where a person is in the dashboard. Everything that can be linked to has an address of its own. */
export type Address =
  | { page: 'needs' }
  | { page: 'sessions'; query: string }
  | { page: 'session'; sessionId: string; event: number | null }
  | { page: 'devices' }
  | { page: 'connect' }
  | { page: 'pair' }
  | { page: 'unknown' }

const PAGES: Readonly<Record<string, Address>> = {
  '/': { page: 'needs' },
  '/devices': { page: 'devices' },
  '/connect': { page: 'connect' },
  '/pair': { page: 'pair' },
}

/** What an address of the browser means. */
export function readAddress({ pathname, search }: { pathname: string; search: string }): Address {
  const page = Object.hasOwn(PAGES, pathname) ? PAGES[pathname] : undefined
  if (page) return page
  if (pathname === '/sessions') return { page: 'sessions', query: search.replace(/^\?/, '') }
  const [, sessionId] = /^\/sessions\/([^/]+)$/.exec(pathname) ?? []
  if (sessionId === undefined) return { page: 'unknown' }
  const event = new URLSearchParams(search).get('event') ?? ''
  return {
    page: 'session',
    sessionId: decoded(sessionId),
    event: /^\d{1,15}$/.test(event) ? Number(event) : null,
  }
}

/** The address of a session, or of one of its events. */
export function sessionAddress(sessionId: string, event?: number): string {
  const path = `/sessions/${encodeURIComponent(sessionId)}`
  return event === undefined ? path : `${path}?event=${event}`
}

/** The address of the sessions that a filter leaves. */
export function sessionsAddress(query: string): string {
  return query === '' ? '/sessions' : `/sessions?${query}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
