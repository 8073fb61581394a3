import { Terminal as Emulator } from '@xterm/xterm'
import { type CSSProperties, memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { plainOutput } from './plain-output.js'
import { type Run, type TerminalRow, terminalRows } from './terminal-rows.js'
import { visibleText } from './visible-text.js'

const COLUMNS = 120
const ROWS = 24
const SCROLLBACK = 5000
/** More than the scrollback holds; what came before would only be read to be thrown away. */
const LONGEST = 2_000_000
const SELDOM_MS = 300
/** Near enough to the end to stay there when more comes. */
const NEAR_END = 24

/**
 * The screen of a terminal, read from the emulator and drawn as text: it can be selected, searched and read aloud, and
 * needs no style the page does not serve. Nothing the text asks for beyond its looks (clipboard, title, links,
 * answers) is listened to.
 */
export function TerminalScreen({ text }: { text: string }) {
  const rows = useScreen(text)
  const box = useRef<HTMLPreElement>(null)
  const atEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are the reason to look at where the end is
  useLayoutEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [rows])
  return (
    <pre
      ref={box}
      className="terminal-text foreign"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END
      }}
    >
      {rows?.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is a place on the screen
        <Row key={at} row={row} />
      )) ?? plainOutput(text)}
    </pre>
  )
}

const Row = memo(
  function Row({ row }: { row: TerminalRow }) {
    return (
      <>
        {row.runs.map((run, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a run is a place on the line
          <Stretch key={at} run={run} />
        ))}
        {'\n'}
      </>
    )
  },
  (a, b) => a.row.key === b.row.key,
)

function Stretch({ run: { text, look, ink, paper } }: { run: Run }) {
  const shown = visibleText(text)
  if (look === '' && ink === undefined && paper === undefined) return shown
  const names = [look, ink === undefined ? '' : 'ink', paper === undefined ? '' : 'paper']
  const style: Record<string, string> = {}
  if (ink !== undefined) style['--ink'] = ink
  if (paper !== undefined) style['--paper'] = paper
  return (
    <span className={names.filter(Boolean).join(' ')} style={style as CSSProperties}>
      {shown}
    </span>
  )
}

/** The rows of an emulator that is told only what is new; undefined until it has read the first. */
function useScreen(text: string): readonly TerminalRow[] | undefined {
  const [rows, setRows] = useState<readonly TerminalRow[] | undefined>(undefined)
  const screen = useRef<Screen | undefined>(undefined)
  useEffect(() => {
    const made = new Screen(setRows)
    screen.current = made
    return () => made.end()
  }, [])
  useEffect(() => screen.current?.show(text), [text])
  return rows
}

class Screen {
  readonly #tell: (rows: readonly TerminalRow[]) => void
  #emulator: Emulator | undefined
  #shown = ''
  #rows: TerminalRow[] = []
  #next = 0
  /** Takes back the drawing that is due. */
  #due: (() => void) | undefined

  constructor(tell: (rows: readonly TerminalRow[]) => void) {
    this.#tell = tell
  }

  show(text: string): void {
    const whole = text.length > LONGEST ? text.slice(-LONGEST) : text
    const goesOn = this.#emulator !== undefined && whole.startsWith(this.#shown)
    const news = goesOn ? whole.slice(this.#shown.length) : whole
    // Another text begins on another emulator: the old one may still have something to read.
    if (!goesOn) this.end()
    this.#emulator ??= newEmulator()
    this.#shown = whole
    const emulator = this.#emulator
    emulator.write(news, () => {
      if (emulator === this.#emulator) this.#drawSoon(emulator)
    })
  }

  end(): void {
    this.#due?.()
    this.#due = undefined
    this.#emulator?.dispose()
    this.#emulator = undefined
    this.#forget()
  }

  /** Once it is full, lines leave at the top and every place changes: that is drawn less often. */
  #drawSoon(emulator: Emulator): void {
    if (this.#due) return
    if (isFull(emulator) && this.#rows.length > 0) {
      const timer = setTimeout(() => this.#draw(emulator), SELDOM_MS)
      this.#due = () => clearTimeout(timer)
    } else {
      const frame = requestAnimationFrame(() => this.#draw(emulator))
      this.#due = () => cancelAnimationFrame(frame)
    }
  }

  #draw(emulator: Emulator): void {
    this.#due = undefined
    if (isFull(emulator)) this.#forget()
    const { rows, settled, next } = terminalRows(emulator, this.#next)
    this.#tell([...this.#rows, ...rows])
    this.#rows = [...this.#rows, ...rows.slice(0, settled)]
    this.#next = next
  }

  #forget(): void {
    this.#rows = []
    this.#next = 0
  }
}

function newEmulator(): Emulator {
  return new Emulator({
    cols: COLUMNS,
    rows: ROWS,
    scrollback: SCROLLBACK,
    convertEol: true,
    disableStdin: true,
    logLevel: 'off',
  })
}

function isFull({ buffer }: Emulator): boolean {
  return buffer.normal.length >= ROWS + SCROLLBACK
}
