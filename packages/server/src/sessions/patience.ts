/** How long an agent may take for what it is asked, before it counts as lost. */
export interface Patience {
  /** To start. */
  startMs: number
  /** To say something while it works and waits for nobody. */
  silenceMs: number
  /** To end a turn it was asked to stop. */
  stopMs: number
}

export const DEFAULT_PATIENCE: Patience = { startMs: 60_000, silenceMs: 30 * 60_000, stopMs: 3_000 }
