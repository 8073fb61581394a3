import type { SessionMeta } from '@signalbox/protocol'

/** The session somebody speaks of: by its id, or by what its agent calls it. */
export function sessionOf(
  sessions: ReadonlyMap<string, SessionMeta>,
  spoken: string,
): SessionMeta | undefined {
  const known = sessions.get(spoken)
  if (known || spoken === '') return known
  for (const session of sessions.values()) {
    if (session.aliases.some(({ id }) => id === spoken)) return session
  }
  return undefined
}
