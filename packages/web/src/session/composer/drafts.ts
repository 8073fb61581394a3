/** Words that were typed and not sent, by session; kept for as long as the tab is there. */
export class Drafts {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#storage = storage
  }

  read(sessionId: string): string {
    try {
      return this.#storage.getItem(keyOf(sessionId)) ?? ''
    } catch {
      return ''
    }
  }

  keep(sessionId: string, text: string): void {
    try {
      if (text === '') this.#storage.removeItem(keyOf(sessionId))
      else this.#storage.setItem(keyOf(sessionId), text)
    } catch {
      // A browser that keeps nothing, or no more: the field still has it.
    }
  }
}

function keyOf(sessionId: string): string {
  return `draft ${sessionId}`
}

/** What the field has after a message was refused: the message, before whatever was typed meanwhile. */
export function givenBack(refused: string, typed: string): string {
  return typed.trim() === '' ? refused : `${refused}\n\n${typed}`
}
