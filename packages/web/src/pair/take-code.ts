/** The one-time code of the link, which no longer stands in the address afterwards; empty when there was none. */
export function takeCode(
  location: Pick<Location, 'pathname' | 'hash'>,
  history: Pick<History, 'replaceState'>,
): string {
  if (location.pathname !== '/pair' || location.hash.length < 2) return ''
  const code = location.hash.slice(1)
  history.replaceState(null, '', '/pair')
  return code
}
