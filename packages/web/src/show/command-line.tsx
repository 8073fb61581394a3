import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.js'
import { type Danger, dangersIn } from './danger.js'
import { FoldButton, useFold } from './fold.js'
import { visibleText } from './visible-text.js'
import './command-line.css'

const MOST_LINES = 20

/** A command exactly as it would be run; what is hard to take back is underlined and says why. */
export function CommandLine({ text }: { text: string }) {
  const shown = visibleText(text)
  const ends = lineEnds(shown)
  const fold = useFold(ends.length, MOST_LINES)
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
        all={`Show all ${ends.length} lines${hidden > 0 ? `, ${hidden} marked ${hidden === 1 ? 'word' : 'words'} below` : ''}`}
      />
    </div>
  )
}

/** Where each line ends. */
function lineEnds(text: string): number[] {
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at)
  ends.push(text.length)
  return ends
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
