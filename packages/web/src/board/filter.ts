import { ORIGINS, type Origin } from '@signalbox/protocol'
import { LAMPS, type Lamp } from './lamp-of.js'

/** Which sessions are shown. */
export interface Filter {
  lamp: Lamp | null
  agent: string | null
  origin: Origin | null
  /** Those that were put away, and only those. */
  archived: boolean
  search: string
}

export const NO_FILTER: Filter = { lamp: null, agent: null, origin: null, archived: false, search: '' }

const LONGEST = 200

/** What the address says. What it says wrongly is as if it were not said. */
export function readFilter(query: string): Filter {
  const told = new URLSearchParams(query)
  const oneOf = <T extends string>(words: readonly T[], name: string): T | null =>
    words.find((word) => word === told.get(name)) ?? null
  return {
    lamp: oneOf(LAMPS, 'state'),
    agent: told.get('agent')?.slice(0, LONGEST) || null,
    origin: oneOf(ORIGINS, 'origin'),
    archived: told.get('archived') === '1',
    search: told.get('q')?.slice(0, LONGEST) ?? '',
  }
}

/** The same as an address, in one order, without what is not filtered. */
export function filterQuery({ lamp, agent, origin, archived, search }: Filter): string {
  const told = { state: lamp, agent, origin, archived: archived ? '1' : null, q: search || null }
  const said = Object.entries(told).filter((pair): pair is [string, string] => pair[1] !== null)
  return new URLSearchParams(said).toString()
}

/** Whether it leaves out anything. */
export function isFiltering({ lamp, agent, origin, search }: Filter): boolean {
  return lamp !== null || agent !== null || origin !== null || search.trim() !== ''
}
