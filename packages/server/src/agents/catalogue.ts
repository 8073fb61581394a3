import type { Driver } from './driver.js'

/** Which agents can be started here, and by which driver. Nothing else can be. */
export class AgentCatalogue {
  readonly #drivers = new Map<string, Driver>()

  /** `declared` are those of config.json; a driver is also an agent by its own name, as `demo` is. */
  constructor(
    drivers: Readonly<Record<string, Driver>>,
    declared: Readonly<Record<string, { kind: string }>>,
  ) {
    for (const [agentType, { kind }] of Object.entries(declared)) {
      const driver = Object.hasOwn(drivers, kind) ? drivers[kind] : undefined
      if (driver) this.#drivers.set(agentType, driver)
    }
    for (const [kind, driver] of Object.entries(drivers)) this.#drivers.set(kind, driver)
  }

  find(agentType: string): Driver | undefined {
    return this.#drivers.get(agentType)
  }

  /** The agent types that can be started, by name. */
  names(): string[] {
    return [...this.#drivers.keys()].sort()
  }
}
