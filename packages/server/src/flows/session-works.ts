import { BoundedMap } from './bounded-map.js'
import type { Chain } from './loop-guard.js'

/** Who is at work in a session from an event on, until another begins; null: no flow. */
export interface Work {
  chain: Chain | null
  /** The first event that is of it. */
  from: number
  turnId?: string
  /** Something was typed: the turn that begins next is of it. */
  typed?: true
  /** What happens after this time is no longer of it; ms. */
  until: number
}

const MAX_SESSIONS = 10_000
/** Events are looked at a little later than they are heard: so many works of a session may have begun meanwhile. */
const MAX_WORKS = 64

/** What flows were at in each session, by the place in the log: the same event has the same cause whenever it is looked at. */
export class SessionWorks {
  readonly #works = new BoundedMap<string, Work[]>(MAX_SESSIONS)

  current(sessionId: string): Work | undefined {
    return this.#works.get(sessionId)?.at(-1)
  }

  /** The work an event is of; undefined where nothing is remembered of that time. */
  at(sessionId: string, offset: number): Work | undefined {
    return this.#works.get(sessionId)?.findLast(({ from }) => from <= offset)
  }

  add(sessionId: string, work: Work): void {
    const works = this.#works.get(sessionId) ?? []
    // Most sessions have to do with no flow: one entry says so.
    if (work.chain === null && works.length > 0 && works.at(-1)?.chain === null) return
    this.#works.set(sessionId, [...works.slice(1 - MAX_WORKS), work])
  }

  /** The work that goes on there has changed. */
  change(sessionId: string, changed: Partial<Pick<Work, 'turnId' | 'until'>>): void {
    const work = this.current(sessionId)
    if (work) Object.assign(work, changed)
  }
}
