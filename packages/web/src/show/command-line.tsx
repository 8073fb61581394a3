import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.js'
import { type Danger, dangersIn } from './danger.js'
import { FoldButton, useFold } from './fold.js'
import { visibleText } from './visible-text.js'
import './command-line.css'

const MOST_ROWS = 20
/** About what stands in a row on the page; a line without an end is as long as many lines. */
const ROW_SIGNS = 100

/** A command exactly as it would be run; what is hard to take back is underlined and says why. */
export function CommandLine({ text }: { text: string }) {
  const shown = visibleText(text)
  const ends = rowEnds(shown)
  const fold = useFold(ends.length, MOST_ROWS)
  const end = ends[fold.shown - 1] ?? shown.length
  const dangers = dangersIn(shown)
  const hidden = dangers.filter(({ from }) => from >= end).length
  return (
    <div className="command-line">
      <div className="command-text">
        <pre className="foreign">
          <code>{marked(shown.slice(0, end), dangers)}</code>
        </pre>
        <CopyButton text={text} />
      </div>
      <FoldButton
        fold={fold}
        all={`Show all ${wholeText(shown)}${hidden > 0 ? `, ${hidden} marked ${hidden === 1 ? 'word' : 'words'} below` : ''}`}
      />
    </div>
  )
}

/** Where each row ends: at the end of a line, and within one that is too long. Never within a sign. */
function rowEnds(text: string): number[] {
  const ends: number[] = []
  for (let at = 0; at <= text.length; ) {
    const line = text.indexOf('\n', at)
    const end = Math.min(line === -1 ? text.length : line, at + ROW_SIGNS)
    const whole = isWithinSign(text, end) ? end + 1 : end
    ends.push(whole)
    at = whole === line || whole === text.length ? whole + 1 : whole
  }
  return ends
}

function isWithinSign(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff
}

function wholeText(text: string): string {
  const lines = text.split('\n').length
  return lines > 1 ? `${lines} lines` : `${text.length.toLocaleString('en')} characters`
}

function marked(text: string, dangers: readonly Danger[]): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (const { from, to, why } of dangers) {
    if (from >= text.length) break
    parts.push(
      text.slice(at, from),
      <mark key={from} title={why}>
        {text.slice(from, to)}
        <span className="unseen"> ({why.toLowerCase()}) </span>
      </mark>,
    )
    at = to
  }
  parts.push(text.slice(at))
  return parts
}
