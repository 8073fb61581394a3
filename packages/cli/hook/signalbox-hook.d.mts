/** An answer of the gateway; without one the status is 0, and `late` says that the time was up. */
export interface Answer {
  status: number
  text: string
  late?: true
}

/** What is said beside a payload, by its short names; `agent` or `notify` says whose it is. */
export type Head = Record<string, string> & { 'event-id': string; 'occurred-at': string }

/** An event that is written down and has no place of its own yet. */
export interface SpoolEntry {
  path: string
  at: string
}

/** The hook client; `home` is the data directory. */
export function hook(args: readonly string[], home?: string): Promise<void>

/** One call; never rejects. */
export function request(
  gateway: { origin: string; authorization?: string },
  path: string,
  ms: number,
  options?: { payload?: Buffer; headers?: Record<string, string> },
): Promise<Answer>

/** The answer in the bytes of an HTTP response; undefined where there is not all of it. */
export function readAnswer(received: Buffer, isOver: boolean): Answer | undefined

/** What becomes of an event after this answer. */
export function fateOf(answer: Answer | undefined): 'taken' | 'refused' | 'kept'

/** What of a head goes along with a call. */
export function headersOf(head: Head): Record<string, string>

/** An id nobody else makes. */
export function newId(): string

/** Files of events that wait for a gateway: one each, written under another name first. */
export class Spool {
  constructor(directory: string)
  readonly directory: string
  begin(head: Head, payload: Buffer): SpoolEntry | undefined
  /** Why it could not be kept; undefined when it is. */
  keep(entry: SpoolEntry | undefined): string | undefined
  setAside(entry: SpoolEntry | undefined): string | undefined
  forget(entry: SpoolEntry | undefined): void
  isFull(): boolean
}
