import { SignalboxError } from '@signalbox/protocol'
import type { Log } from '../../../log/log.js'

/** When the last event of the log came. */
export class LastEvent {
  at: number | undefined

  private constructor(log: Pick<Log, 'onPublish'>, at: number | undefined) {
    this.at = at
    log.onPublish((events) => {
      this.at = events.at(-1)?.ts ?? this.at
    })
  }

  /** Of a log that cannot be read it is not known. */
  static async load(log: Pick<Log, 'onPublish' | 'head' | 'reader'>, tenantId: string): Promise<LastEvent> {
    try {
      const { events } = await log.reader.readAll(tenantId, Math.max(0, log.head - 1), 1)
      return new LastEvent(log, events.at(-1)?.ts)
    } catch (error) {
      if (!(error instanceof SignalboxError) || error.kind !== 'unavailable') throw error
      return new LastEvent(log, undefined)
    }
  }
}
