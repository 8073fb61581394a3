import type { AttentionEntry } from '@signalbox/protocol'

/** One reason why a session needs a person. */
export type Need = Pick<AttentionEntry, 'kind' | 'since' | 'message' | 'requestId'>

/** Why each session that needs a person does; the newest reason comes last. */
export type Needs = ReadonlyMap<string, readonly Need[]>

/** What the gateway lists, longest waiting first. */
export function needsOf(attention: readonly AttentionEntry[]): Needs {
  return attention.reduce<Needs>((needs, entry) => raised(needs, entry.sessionId, entry), new Map())
}

/** With one more reason. Told again it is the same one: an event may come after the list that had it already. */
export function raised(needs: Needs, sessionId: string, { kind, since, message, requestId }: Need): Needs {
  const need: Need = { kind, since, message, ...(requestId === undefined ? {} : { requestId }) }
  const others = (needs.get(sessionId) ?? []).filter((other) => !isSame(other, need))
  return new Map(needs).set(sessionId, [...others, need])
}

/** Without the reason that is cleared. */
export function cleared(needs: Needs, sessionId: string, need: Need): Needs {
  const left = (needs.get(sessionId) ?? []).filter((other) => !isSame(other, need))
  return left.length > 0 ? new Map(needs).set(sessionId, left) : dropped(needs, sessionId)
}

/** Without a session. */
export function dropped<V>(map: ReadonlyMap<string, V>, sessionId: string): ReadonlyMap<string, V> {
  const rest = new Map(map)
  rest.delete(sessionId)
  return rest
}

function isSame(one: Need, other: Need): boolean {
  return one.kind === other.kind && one.requestId === other.requestId
}
