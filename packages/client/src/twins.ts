import { TWINS } from '@signalbox/protocol/twins'

const CANONICAL: ReadonlyMap<string, string> = new Map(
  Object.entries(TWINS).map(([canonical, twin]) => [twin, canonical]),
)

/** The one name of an event, whichever of its two a connection says. */
export function canonicalName(name: string): string {
  return CANONICAL.get(name) ?? name
}
