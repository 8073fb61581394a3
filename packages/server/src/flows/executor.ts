/** Whether an executor does what it is given; what keeps it from that is said in a sentence. */
export type ExecutorState =
  | { state: 'ready' }
  /** It cannot be reached now: deliveries wait in the outbox. */
  | { state: 'unavailable'; reason: string }
  | { state: 'failed'; reason: string }

/** Does what is due in the outbox. An external workflow engine would be another one. */
export interface Executor {
  readonly state: ExecutorState
  /** How many deliveries are under way. */
  readonly running: number
  start(): void
  /** Called when the state has changed. */
  onState(listener: (state: ExecutorState) => void): void
  /** There may be something to do. */
  wake(): void
  /** Stops what it can, waits for the rest for a moment. What is not done then is done after the next start. */
  close(): Promise<void>
}
