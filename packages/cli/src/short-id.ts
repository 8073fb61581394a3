const SHORT = 8
/** Less of an id than this is a slip or an empty variable; nothing is done on the strength of it. */
export const LEAST = 4
/** What only says what kind of id it is (`req_`). */
const KIND = /^[a-z]+_/

/** What is enough of an id to read out and type: its end, which is where ids made together differ. */
export function shortId(id: string): string {
  return id.length <= SHORT + 4 ? id : id.slice(-SHORT)
}

/** The short forms of ids listed together, as long as it takes to tell them apart. */
export function shortIds(ids: readonly string[]): Map<string, string> {
  return new Map(ids.map((id) => [id, shortOf(id, ids)]))
}

function shortOf(id: string, ids: readonly string[]): string {
  for (let length = shortId(id).length; length < id.length; length++) {
    const short = id.slice(-length)
    if ('id' in findByShortId(short, ids)) return short
  }
  return id
}

export type Found = { id: string } | { candidates: readonly string[] }

/** True when there is enough of an id to look for it by a part. */
export function isPart(typed: string): boolean {
  return typed.replace(KIND, '').trim().length >= LEAST
}

/** The one id that is meant: the whole, or enough of its beginning or its end; else those it could be. */
export function findByShortId(typed: string, ids: readonly string[]): Found {
  if (ids.includes(typed)) return { id: typed }
  if (!isPart(typed)) return { candidates: [] }
  const candidates = ids.filter(
    (id) => id.startsWith(typed) || id.endsWith(typed) || id.replace(KIND, '').startsWith(typed),
  )
  const [only] = candidates
  return candidates.length === 1 && only !== undefined ? { id: only } : { candidates }
}
