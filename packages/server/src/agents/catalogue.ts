import type { AgentEntry } from '@signalbox/protocol'
import type { Driver } from './driver.js'

/** Which agents can be started here, and by which driver. Nothing else can be. */
export class AgentCatalogue {
  readonly #drivers = new Map<string, Driver>()
  /** Those that are called as their drivers are. */
  readonly #kinds: ReadonlySet<string>
  /** Those that were declared and that nothing here can start, by the kind they would need. */
  readonly #lacking = new Map<string, string>()

  /** `declared` are those of config.json; a driver is also an agent by its own name, as `demo` is. */
  constructor(
    drivers: Readonly<Record<string, Driver>>,
    declared: Readonly<Record<string, { kind: string }>>,
  ) {
    for (const [agentType, { kind }] of Object.entries(declared)) {
      const driver = Object.hasOwn(drivers, kind) ? drivers[kind] : undefined
      if (driver) this.#drivers.set(agentType, driver)
      else this.#lacking.set(agentType, kind)
    }
    this.#kinds = new Set(Object.keys(drivers))
    for (const [kind, driver] of Object.entries(drivers)) this.#drivers.set(kind, driver)
  }

  find(agentType: string): Driver | undefined {
    return this.#drivers.get(agentType)
  }

  /** The one that is meant where none is named: the first that was declared and can be started, else the first there is. */
  get preferred(): string {
    const [first = ''] = this.#drivers.keys()
    return first
  }

  /** All agents as they are offered to people. */
  list(): AgentEntry[] {
    const startable = [...this.#drivers].map(([id, driver]) => {
      // A declared agent is called what it was declared as.
      const name = this.#kinds.has(id) ? (driver.title ?? id) : id
      return { id, name, available: true }
    })
    const lacking = [...this.#lacking]
      .filter(([id]) => !this.#drivers.has(id))
      .map(([id, kind]) => ({
        id,
        name: id,
        available: false,
        reason: `no driver of the kind ${kind} is here`,
      }))
    return [...startable, ...lacking].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** The agent types that can be started, by name. */
  names(): string[] {
    return [...this.#drivers.keys()].sort()
  }
}
