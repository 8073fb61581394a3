import type { Draft, JsonObject } from '@signalbox/protocol'

/** Pieces of a stream, by the field their text is in. */
const FIELDS: Partial<Record<Draft['type'], string>> = {
  text_delta: 'text',
  thinking_progress: 'text',
  terminal_stream: 'data',
}

const HOLD_MS = 40
const MAX_LENGTH = 4096

/** Puts pieces of a stream that come within a moment together; anything else sends them on first, so order stays. */
export class PieceBuffer {
  readonly #send: (drafts: Draft[]) => void
  #held: Draft | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(send: (drafts: Draft[]) => void) {
    this.#send = send
  }

  take(drafts: readonly Draft[]): void {
    const whole: Draft[] = []
    for (const draft of drafts) {
      const joined = joinedTo(this.#held, draft)
      if (joined) {
        this.#held = joined
        continue
      }
      if (this.#held) whole.push(this.#held)
      this.#held = FIELDS[draft.type] === undefined ? undefined : draft
      if (!this.#held) whole.push(draft)
    }
    if (this.#held && lengthOf(this.#held) >= MAX_LENGTH) {
      whole.push(this.#held)
      this.#held = undefined
    }
    if (whole.length > 0) this.#send(whole)
    if (this.#held) this.#timer ??= setTimeout(() => this.flush(), HOLD_MS).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const held = this.#held
    this.#held = undefined
    if (held) this.#send([held])
  }
}

function joinedTo(held: Draft | undefined, draft: Draft): Draft | undefined {
  const field = FIELDS[draft.type]
  if (!held || field === undefined || held.type !== draft.type || held.nativeTurnId !== draft.nativeTurnId)
    return undefined
  const [before, data]: JsonObject[] = [held.data ?? {}, draft.data ?? {}]
  if (before?.toolCallId !== data?.toolCallId) return undefined
  return { ...held, data: { ...before, [field]: `${String(before?.[field])}${String(data?.[field])}` } }
}

function lengthOf({ type, data }: Draft): number {
  return String(data?.[FIELDS[type] ?? ''] ?? '').length
}
