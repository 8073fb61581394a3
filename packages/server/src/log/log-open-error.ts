/** locked: another process has it. unusable: cannot be written. newer: a later version wrote it. damaged: left as it is. */
export type LogOpenFailure = 'locked' | 'unusable' | 'newer' | 'damaged'

/** Why a log could not be opened, as a sentence for the person who started it. */
export class LogOpenError extends Error {
  readonly failure: LogOpenFailure

  constructor(failure: LogOpenFailure, message: string) {
    super(message)
    this.name = 'LogOpenError'
    this.failure = failure
  }
}
