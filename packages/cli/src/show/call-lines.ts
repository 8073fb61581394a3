import { cutToWidth, displayWidth, splitToWidth } from '../terminal/display-width.js'
import type { Paint } from '../terminal/paint.js'
import { PlainStream } from '../terminal/plain-text.js'
import type { Transcript } from './transcript.js'

interface Call {
  name: string
  args: string
  /** What it prints, cut into lines. */
  plain: PlainStream
  rest: string
  printed: boolean
  exitCode?: number
}

/** So much room the end of a line needs; with less it gets a line of its own. */
const LEAST_END = 16
const INDENT = '  '
const NOBODY = ''

/** The tools an agent calls: one line each with how it ended, and below it what a command prints. */
export class CallLines {
  readonly #transcript: Transcript
  readonly #paint: Paint
  readonly #width: () => number
  readonly #calls = new Map<string, Call>()
  /** The call whose line can still get its end, and how much room there is. */
  #open = { id: '', line: 0, room: 0 }
  /** The call that what stands above is about. */
  #above: string | undefined

  constructor(transcript: Transcript, paint: Paint, width: () => number) {
    this.#transcript = transcript
    this.#paint = paint
    this.#width = width
  }

  called(id: string, name: string, args: string): void {
    const call = newCall(name, args)
    this.#calls.set(id, call)
    this.#head(id, call, false)
  }

  /** A piece of what a command prints; shown line by line. Without an id it is nobody's call. */
  printed(id: string | undefined, data: string): void {
    const call = this.#callOf(id)
    const lines = (call.rest + call.plain.write(data)).split('\n')
    call.rest = lines.pop() ?? ''
    for (const line of lines) this.#output(id, call, line)
  }

  exited(id: string | undefined, exitCode: number): void {
    const call = this.#callOf(id)
    call.exitCode = exitCode
    call.rest += call.plain.end()
    if (call.rest !== '') this.#output(id, call, call.rest)
    call.rest = ''
    // Where there is a call, its result comes.
    if (call.name !== '') return
    this.#calls.delete(id ?? NOBODY)
    this.#transcript.line(
      'work',
      `${INDENT}${this.#paint('dim', '└')} ${this.#end(exitCode === 0, `exit ${exitCode}`)}`,
    )
  }

  ended(id: string, well: boolean, summary: string): void {
    const call = this.#calls.get(id)
    // One that failed is told of twice: by its error and by its result.
    if (!call) return
    this.#calls.delete(id)
    const said = call.exitCode === undefined ? summary : `exit ${call.exitCode}`
    const end = (room: number) => this.#end(well, cutToWidth(said, Math.max(0, room)))
    const { line, room: left } = this.#open
    if (this.#open.id === id && this.#transcript.isOpen(line) && left >= LEAST_END) {
      this.#transcript.close(`${INDENT}${end(left - INDENT.length)}`)
      return
    }
    const others = !this.#isAbove(id)
    if (others) this.#above = undefined
    const corner = call.printed && !others ? `${this.#paint('dim', '└')} ` : ''
    const name = others ? `${this.#paint('bold', call.name)} ` : ''
    const room = this.#width() - 6 - (others ? displayWidth(call.name) + 1 : 0)
    this.#transcript.line('work', `${INDENT}${corner}${name}${end(room)}`)
  }

  #callOf(id = NOBODY): Call {
    const call = this.#calls.get(id) ?? newCall('', '')
    this.#calls.set(id, call)
    return call
  }

  /** `again`: something stood between the call and what comes of it. */
  #head(id: string, { name, args }: Call, again: boolean): void {
    this.#above = id
    const room = this.#width() - displayWidth(name) - 3
    if (again) {
      this.#transcript.line('work', this.#paint('dim', `● ${name} ${cutToWidth(args, room)}`.trimEnd()))
      return
    }
    const cut = cutToWidth(args, Math.max(LEAST_END, room - LEAST_END))
    const line = this.#transcript.open(
      'work',
      `${this.#paint('cyan', '●')} ${this.#paint('bold', name)} ${cut}`.trimEnd(),
    )
    this.#open = { id, line, room: room - displayWidth(cut) - INDENT.length }
  }

  #output(id: string | undefined, call: Call, line: string): void {
    if (id !== undefined && call.name !== '' && !this.#isAbove(id)) this.#head(id, call, true)
    call.printed = true
    const bar = this.#paint('dim', '│')
    for (const part of splitToWidth(line.replaceAll('\t', '    '), this.#width() - 4))
      this.#transcript.line('work', `${INDENT}${bar} ${part}`.trimEnd())
  }

  #isAbove(id: string): boolean {
    return this.#above === id && this.#transcript.block === 'work'
  }

  #end(well: boolean, said: string): string {
    const sign = well ? this.#paint('green', '✓') : this.#paint('red', '✗')
    return `${sign} ${this.#paint(well ? 'dim' : 'red', said)}`.trimEnd()
  }
}

function newCall(name: string, args: string): Call {
  return { name, args, plain: new PlainStream(), rest: '', printed: false }
}
