import { JOURNAL_LEVELS, type JournalLevel } from './journal-level.js'

/** What belongs to an entry beside its sentence. Never a text an agent or a person wrote: it may hold secrets. */
export type JournalFields = Readonly<Record<string, string | number | boolean | readonly string[]>>

export interface JournalOptions {
  /** Entries below this are not written. */
  level: JournalLevel
  now: () => number
  write: (line: string) => void
  /** Hears every entry from info on, written or not. */
  note?: (level: JournalLevel, message: string, fields: JournalFields) => void
}

/** What the gateway tells the one who runs it: one JSON object a line. */
export class Journal {
  readonly #options: JournalOptions
  readonly #least: number

  constructor(options: JournalOptions) {
    this.#options = options
    this.#least = JOURNAL_LEVELS.indexOf(options.level)
  }

  debug(message: string, fields: JournalFields = {}): void {
    this.#enter('debug', message, fields)
  }

  info(message: string, fields: JournalFields = {}): void {
    this.#enter('info', message, fields)
  }

  warn(message: string, fields: JournalFields = {}): void {
    this.#enter('warn', message, fields)
  }

  error(message: string, fields: JournalFields = {}): void {
    this.#enter('error', message, fields)
  }

  #enter(level: JournalLevel, message: string, fields: JournalFields): void {
    if (level !== 'debug') this.#options.note?.(level, message, fields)
    if (JOURNAL_LEVELS.indexOf(level) < this.#least) return
    const { now, write } = this.#options
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...fields })}\n`)
  }
}
