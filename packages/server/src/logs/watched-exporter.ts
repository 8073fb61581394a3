import type { LogRecordExporter } from '@opentelemetry/sdk-logs'
import type { Journal } from '../telemetry/journal.js'

type Exported = Parameters<LogRecordExporter['export']>
type ExportDone = Exported[1]

/**
 * An exporter whose failures are told to the one who runs the gateway: when they begin, and when they end with how many
 * records they have cost, not for every batch.
 */
export class WatchedExporter implements LogRecordExporter {
  readonly #exporter: LogRecordExporter
  readonly #journal: Pick<Journal, 'info' | 'warn'>
  #failing = false
  #dropped = 0
  /** Handed to the SDK, with nothing heard of them yet. */
  #waiting = 0
  #ended = false

  constructor(exporter: LogRecordExporter, journal: Pick<Journal, 'info' | 'warn'>) {
    this.#exporter = exporter
    this.#journal = journal
  }

  /** A record is on its way here. */
  expectOne(): void {
    this.#waiting += 1
  }

  export(records: Exported[0], done: ExportDone): void {
    this.#exporter.export(records, (result) => {
      if (!this.#ended) this.#settle(records.length, result)
      done(result)
    })
  }

  /** Never fails: the SDK would not flush again. */
  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.().catch(() => undefined)
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown()
  }

  /** Nothing is exported from here on; `late`: not everything that is in the log was tried. */
  end(late: boolean): void {
    if (this.#ended) return
    this.#ended = true
    const dropped = this.#dropped + this.#waiting
    if (late) this.#journal.warn('the gateway ends before all log records were exported', { dropped })
    else if (dropped > 0) this.#journal.warn('log records were not exported', { dropped })
  }

  #settle(count: number, { code, error }: Parameters<ExportDone>[0]): void {
    const failed = code !== 0
    this.#waiting -= count
    if (failed) this.#dropped += count
    if (failed && !this.#failing)
      this.#journal.warn('log records cannot be exported', { reason: error?.message ?? 'unknown' })
    if (!failed && this.#failing) {
      this.#journal.info('log records are exported again', { dropped: this.#dropped })
      this.#dropped = 0
    }
    this.#failing = failed
  }
}
