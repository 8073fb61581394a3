import { type LookupAddress, lookup } from 'node:dns'
import { BoundedMap } from './bounded-map.js'

/** Finds every address of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>

export interface NameLookupsDeps {
  resolve?: Resolve
  /** A clock that never steps back; ms. */
  clock?: () => number
  /** How long one waits for the turn of its name. */
  patienceMs?: number
}

/** Other names were asked for all the while: nothing is known of this one, neither good nor bad. */
export class NameNotAsked extends Error {}

/**
 * The system is asked in a thread it keeps until there is an answer, and nobody can call it back. Node has four such
 * threads, for files too, and gives names two of them at most.
 */
const AT_ONCE = 2
/** A name that takes so long is slow. All slow ones share one thread: the other is for those that are quick. */
const SLOW_MS = 1_000
const MAX_KNOWN = 1_000
/** Not for long: who waits here holds a place others could be served in. */
const PATIENCE_MS = 2_000

interface Lookup {
  name: string
  /** When it was begun; undefined while it waits for its turn. */
  since: number | undefined
  begin: () => void
  begun: Promise<void>
  found: Promise<readonly LookupAddress[]>
}

/**
 * Asks the system for the addresses of names. Who asks for a name that is being asked for waits for the same answer: a
 * name holds one thread at most, however many webhooks go there and however often they are tried.
 */
export class NameLookups {
  readonly #resolve: Resolve
  readonly #clock: () => number
  readonly #patienceMs: number
  /** Those under way and those that wait, in the order they came. */
  readonly #lookups = new Map<string, Lookup>()
  /** How names were found the last time. */
  readonly #known = new BoundedMap<string, 'quick' | 'slow'>(MAX_KNOWN)

  constructor(deps: NameLookupsDeps = {}) {
    const { resolve = askSystem, clock = () => performance.now(), patienceMs = PATIENCE_MS } = deps
    this.#resolve = resolve
    this.#clock = clock
    this.#patienceMs = patienceMs
  }

  /** Rejects with a NameNotAsked where its turn did not come; `begun` is called when it has come. */
  async find(name: string, begun: () => void = () => {}): Promise<readonly LookupAddress[]> {
    const lookup = this.#lookups.get(name) ?? this.#add(name)
    if (lookup.since === undefined) await this.#turnOf(lookup)
    begun()
    return lookup.found
  }

  #add(name: string): Lookup {
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const found = begun.then(() => this.#resolve(name))
    const lookup: Lookup = { name, since: undefined, begin, begun, found }
    const end = () => this.#end(lookup)
    found.then(end, end)
    this.#lookups.set(name, lookup)
    this.#beginNext()
    return lookup
  }

  /** It keeps its place when the patience of whoever waits for it is over: they will be back. */
  #turnOf({ name, begun }: Lookup): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new NameNotAsked(`${name} was not asked for yet: other names take long`))
      const timer = setTimeout(giveUp, this.#patienceMs).unref()
      begun.then(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  #end(lookup: Lookup): void {
    this.#known.set(lookup.name, this.#takesLong(lookup) ? 'slow' : 'quick')
    this.#lookups.delete(lookup.name)
    this.#beginNext()
  }

  #beginNext(): void {
    const all = [...this.#lookups.values()]
    const underWay = all.filter(({ since }) => since !== undefined)
    const waiting = all.filter(({ since }) => since === undefined)
    // Of those nobody knows, the next may be a slow one.
    const isQuick = ({ name }: Lookup) => this.#known.get(name) === 'quick'
    for (const lookup of [...waiting.filter(isQuick), ...waiting.filter((one) => !isQuick(one))]) {
      if (underWay.length >= AT_ONCE) return
      if (this.#isSlow(lookup) && underWay.some((other) => this.#isSlow(other))) continue
      lookup.since = this.#clock()
      lookup.begin()
      underWay.push(lookup)
    }
  }

  #isSlow(lookup: Lookup): boolean {
    return this.#known.get(lookup.name) === 'slow' || this.#takesLong(lookup)
  }

  #takesLong({ since }: Lookup): boolean {
    return since !== undefined && this.#clock() - since > SLOW_MS
  }
}

function askSystem(name: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })
}
