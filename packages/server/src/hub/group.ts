import type { Dialect } from '../dialects/dialect.js'
import type { Outgoing, Subscriber } from './subscriber.js'

/** Subscribers with the same dialect and the same topics: they get the same bytes, so these are put together once. */
export class Group {
  readonly key: string
  readonly dialect: Dialect
  readonly topics: readonly string[]
  /** Sessions its members are joining: they hear of them by the replay alone. */
  readonly withheld: ReadonlySet<string>
  readonly members = new Set<Subscriber>()
  /** The last event that was added, so that one on two of its topics is added once. */
  last: unknown
  #outgoing: Outgoing[] = []
  #bytes = 0

  constructor(key: string, dialect: Dialect, topics: readonly string[], withheld: ReadonlySet<string>) {
    this.key = key
    this.dialect = dialect
    this.topics = topics
    this.withheld = withheld
  }

  add(outgoing: Outgoing): void {
    this.#outgoing.push(outgoing)
    this.#bytes += outgoing.frame.length
  }

  /** One write for each member, however many events there were. */
  flush(): void {
    const outgoing = this.#outgoing
    if (outgoing.length === 0) return
    const frames = outgoing.map(({ frame }) => frame)
    const chunk = frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames, this.#bytes)
    this.#outgoing = []
    this.#bytes = 0
    const last = outgoing.at(-1)?.event
    for (const member of this.members) {
      if (member.keepsUp) member.write(chunk, outgoing.length, last)
      else member.writeBehind(outgoing)
    }
  }
}
