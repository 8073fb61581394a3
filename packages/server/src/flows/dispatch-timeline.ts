import type { JsonObject } from '@signalbox/protocol'
import { DISPATCHES, type DispatchWord } from '@signalbox/protocol/flow'
import type { Records } from '../log/log.js'

/** Whether flows take up what happens; `error` says why not. */
export interface Dispatch {
  dispatch: DispatchWord
  error?: string
}

export interface DispatchTimelineDeps {
  records: Records
  tenantId: string
  epoch: string
}

interface Stretch extends Dispatch {
  /** From this offset on. */
  from: number
}

const KIND = 'flow_dispatch'
const ID = 'timeline'
/** So many changes are remembered; of what came before the first of them, it is told what the first tells. */
const MAX_STRETCHES = 200

const NEVER: Dispatch = { dispatch: 'flow_unavailable' }

/**
 * From where on flows took up what happened, and where they did not: a few stretches of the log, so that nothing has to be
 * kept with each event. Kept as a record.
 */
export class DispatchTimeline {
  readonly #deps: DispatchTimelineDeps
  #stretches: readonly Stretch[]
  #writing: Promise<unknown> = Promise.resolve()

  private constructor(deps: DispatchTimelineDeps, stretches: readonly Stretch[]) {
    this.#deps = deps
    this.#stretches = stretches
  }

  static async load(deps: DispatchTimelineDeps): Promise<DispatchTimeline> {
    const kept = (await deps.records.list(KIND, deps.tenantId)).find(({ id }) => id === ID)?.value
    return new DispatchTimeline(deps, kept?.epoch === deps.epoch ? stretchesIn(kept) : [])
  }

  /** What becomes of what is committed now. */
  get current(): Dispatch {
    return bare(this.#stretches.at(-1))
  }

  /** What became of the event at an offset. */
  at(offset: number): Dispatch {
    return bare(this.#stretches.findLast(({ from }) => from <= offset))
  }

  /** The stretches from an offset on, the one it lies in first. */
  from(offset: number): readonly (Dispatch & { from: number })[] {
    const first = this.#stretches.findLastIndex(({ from }) => from <= offset)
    return this.#stretches.slice(Math.max(0, first))
  }

  /** From where on the current stretch goes; 0 where there is none. */
  get since(): number {
    return this.#stretches.at(-1)?.from ?? 0
  }

  /** From this offset on it is otherwise; at once here, and in the log when it resolves. */
  async change(from: number, { dispatch, error }: Dispatch): Promise<void> {
    const { current } = this
    if (this.#stretches.length > 0 && current.dispatch === dispatch && current.error === error) return
    const before = this.#stretches.filter((stretch) => stretch.from < from)
    const next: Stretch = { from, dispatch, ...(error === undefined ? {} : { error }) }
    this.#stretches = newestOf([...before, next])
    await this.#keep()
  }

  /** One after the other, so that the last one is what stays. */
  #keep(): Promise<unknown> {
    const { records, tenantId, epoch } = this.#deps
    const put = () => {
      const value = { epoch, stretches: this.#stretches.map((stretch) => ({ ...stretch })) }
      return records.put({ kind: KIND, tenantId, id: ID, value })
    }
    const kept = this.#writing.then(put)
    this.#writing = kept.catch(() => undefined)
    return kept
  }
}

/** The oldest that is kept goes on to where the first began that is not. */
function newestOf(all: readonly Stretch[]): readonly Stretch[] {
  const [oldest, ...kept] = all.slice(-MAX_STRETCHES)
  const [first = oldest] = all
  return oldest && first ? [{ ...oldest, from: first.from }, ...kept] : []
}

function bare(stretch: Stretch | undefined): Dispatch {
  if (!stretch) return NEVER
  const { dispatch, error } = stretch
  return error === undefined ? { dispatch } : { dispatch, error }
}

function stretchesIn({ stretches }: JsonObject): Stretch[] {
  if (!Array.isArray(stretches)) return []
  return stretches.flatMap((kept) => {
    const { from, dispatch, error } = (kept ?? {}) as JsonObject
    const known = DISPATCHES.find((one) => one === dispatch)
    if (typeof from !== 'number' || !known) return []
    return [{ from, dispatch: known, ...(typeof error === 'string' ? { error } : {}) }]
  })
}
