import type { CompiledTrigger } from '@signalbox/protocol/flow'
import type { TakenBinding, TakenRow } from '../log/outbox.js'
import type { Chain } from './loop-guard.js'

/** What was found since the outbox last took something: rows, and the bindings they are of, each once. */
export class FoundRows {
  readonly bindings: TakenBinding[] = []
  readonly rows: TakenRow[] = []
  /** How many of the rows are not to be tried. */
  stopped = 0
  readonly #numbers = new Map<CompiledTrigger, number>()

  /** Adds a row for a binding of a trigger that matched the event at `offset`; `stop` says why it is not to be tried. */
  add(trigger: CompiledTrigger, index: number, offset: number, causes?: Chain, stop?: string): void {
    if (stop !== undefined) this.stopped += 1
    this.rows.push({
      ...{ offset, binding: this.#numberOf(trigger) + index },
      ...(causes ? { causes } : {}),
      ...(stop === undefined ? {} : { stopped: stop }),
    })
  }

  /** Of the first binding of a trigger. */
  #numberOf(trigger: CompiledTrigger): number {
    const known = this.#numbers.get(trigger)
    if (known !== undefined) return known
    const number = this.bindings.length
    this.#numbers.set(trigger, number)
    for (const [index, { activity_id: activityId, config }] of trigger.bindings.entries())
      this.bindings.push({ triggerId: trigger.id, index, activityId, config })
    return number
  }
}
