import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Screen } from '../terminal/screen.js'

export interface TerminalStreams {
  input: NodeJS.ReadableStream
  output: Pick<Screen, 'print' | 'width'>
}

const CLEAR_LINE = '\r\u001b[K'

/**
 * What a person types, asked for line by line. It listens all the time and shows what is typed only while it asks: what
 * was typed before a question came is never taken for its answer.
 */
export class TerminalInput {
  readonly #lines: Interface
  readonly #output: TerminalStreams['output']
  #answer: ((line: string | undefined) => void) | undefined
  #isOver = false

  constructor({ input, output }: TerminalStreams, onInterrupt: () => void) {
    this.#output = output
    const gate = new Writable({
      decodeStrings: false,
      write: (chunk, _encoding, done) => {
        if (this.#answer) output.print(String(chunk))
        done()
      },
    })
    Object.defineProperty(gate, 'columns', { get: () => output.width() })
    this.#lines = createInterface({ input, output: gate, terminal: true, historySize: 0 })
    this.#lines.on('line', (line) => this.#settle(line))
    this.#lines.on('SIGINT', onInterrupt)
    this.#lines.on('close', () => {
      this.#isOver = true
      this.#settle(undefined)
    })
  }

  /** True when nobody can type any more. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The next line; undefined when there is none: the question was taken away, or the person left (Ctrl-D). */
  ask(prompt: string, signal: AbortSignal): Promise<string | undefined> {
    if (this.#isOver || signal.aborted) return Promise.resolve(undefined)
    this.#forgetTyped()
    const answered = new Promise<string | undefined>((resolve) => {
      this.#answer = resolve
    })
    const takeAway = () => {
      this.#output.print(CLEAR_LINE)
      this.#settle(undefined)
      this.#forgetTyped()
    }
    signal.addEventListener('abort', takeAway, { once: true })
    this.#lines.setPrompt(prompt)
    this.#lines.prompt()
    return answered.finally(() => signal.removeEventListener('abort', takeAway))
  }

  /** Lets something be written where it asks, and asks on below it, with what was typed so far. */
  beside(write: () => void): void {
    if (this.#answer) this.#output.print(CLEAR_LINE)
    write()
    if (this.#answer) this.#lines.prompt(true)
  }

  close(): void {
    this.#lines.close()
  }

  #forgetTyped(): void {
    if (this.#lines.line !== '') this.#lines.write(null, { ctrl: true, name: 'e' })
    if (this.#lines.line !== '') this.#lines.write(null, { ctrl: true, name: 'u' })
  }

  #settle(line: string | undefined): void {
    const answer = this.#answer
    this.#answer = undefined
    answer?.(line)
  }
}
