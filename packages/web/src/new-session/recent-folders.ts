const KEY = 'signalbox.folders'
const MOST = 8
const LONGEST = 4096

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** The folders sessions were made in from this browser, the last first. What is stored may be anything. */
export function recentFolders(store: Store): string[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isFolder).slice(0, MOST) : []
  } catch {
    return []
  }
}

/** With one more. A browser that keeps nothing is no reason to fail. */
export function rememberFolder(store: Store, folder: string): void {
  if (!isFolder(folder)) return
  const others = recentFolders(store).filter((other) => other !== folder)
  try {
    store.setItem(KEY, JSON.stringify([folder, ...others].slice(0, MOST)))
  } catch {
    // Full, or not allowed.
  }
}

function isFolder(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST
}
