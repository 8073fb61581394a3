import { memo, type ReactNode, useMemo, useState } from 'react'
import { countsOf, type DiffGap, type DiffPlace, type DiffRow, diffRows } from './diff-rows.js'
import type { FileChange } from './file-change.js'
import { FoldButton, useFold } from './fold.js'
import { visibleText } from './visible-text.js'
import './diff.css'

const MOST_FILES = 20
const MOST_ROWS = 40

/** Changes of files, one below the other. */
export function DiffView({ changes }: { changes: readonly FileChange[] }) {
  const fold = useFold(changes.length, MOST_FILES)
  return (
    <div className="diff">
      {changes.slice(0, fold.shown).map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file can be changed twice, and changes never move
        <FileDiff key={at} change={change} />
      ))}
      <FoldButton fold={fold} all={`Show all ${changes.length} files`} />
    </div>
  )
}

const FileDiff = memo(function FileDiff({ change }: { change: FileChange }) {
  const rows = useMemo(() => diffRows(change.hunks), [change])
  const { added, removed } = useMemo(() => countsOf(rows), [rows])
  const fold = useFold(rows.length, MOST_ROWS)
  const word = wordOf(change)
  return (
    <section className="file-diff" aria-label={`Change of ${visibleText(change.path)}`}>
      <header>
        <span className="path foreign">
          <Path path={change.path} />
          {change.movedTo !== undefined && (
            <>
              {' → '}
              <Path path={change.movedTo} />
            </>
          )}
        </span>
        {word && <span className="word">{word}</span>}
        <span className="counts">
          {added > 0 && <span data-sign="+">+{added}</span>}
          {removed > 0 && <span data-sign="-">−{removed}</span>}
        </span>
      </header>
      {rows.length > 0 && (
        <div className="diff-rows" data-numbers={numbersOf(change)}>
          {rows.slice(0, fold.shown).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name and never move
            <Row key={at} row={row} />
          ))}
        </div>
      )}
      <FoldButton fold={fold} all={`Show all ${rows.length} lines`} />
      {change.truncated && <p className="diff-note">The change is longer; the rest is not here.</p>}
    </section>
  )
})

/** Which sides have numbers: those of one side alone need no second column. */
function numbersOf({ hunks, kind }: FileChange): 'none' | 'one' | 'both' {
  if (hunks.every(({ oldStart, newStart }) => oldStart === undefined && newStart === undefined)) return 'none'
  return kind === 'changed' ? 'both' : 'one'
}

/** Where the last part of a path tells most. */
function Path({ path }: { path: string }) {
  const shown = visibleText(path) || 'a file without a name'
  const cut = Math.max(shown.lastIndexOf('/'), shown.lastIndexOf('\\')) + 1
  return (
    <>
      <span className="folder">{shown.slice(0, cut)}</span>
      {shown.slice(cut)}
    </>
  )
}

function wordOf({ kind, whole, everywhere, movedTo }: FileChange): string {
  if (whole) return 'Whole file'
  if (movedTo !== undefined) return 'Moved'
  if (everywhere) return 'Every match'
  return { added: 'New file', changed: '', deleted: 'Deleted' }[kind]
}

function Row({ row }: { row: DiffRow | DiffGap | DiffPlace }) {
  if (row.type === 'place') return <div className="diff-place foreign">{visibleText(row.text) || '⋯'}</div>
  return row.type === 'gap' ? <Gap rows={row.rows} /> : <Line row={row} />
}

function Gap({ rows }: { rows: readonly DiffRow[] }) {
  const [open, setOpen] = useState(false)
  // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name and never move
  if (open) return rows.map((row, at) => <Line key={at} row={row} />)
  return (
    <button type="button" className="diff-gap" onClick={() => setOpen(true)}>
      {rows.length} unchanged lines
    </button>
  )
}

const SPOKEN = { '+': 'added: ', '-': 'removed: ', ' ': '' } as const

function Line({ row }: { row: DiffRow }) {
  return (
    <div className="diff-line" data-sign={row.sign}>
      <span className="number before" aria-hidden="true">
        {row.old}
      </span>
      <span className="number after" aria-hidden="true">
        {row.new}
      </span>
      <span className="sign" aria-hidden="true">
        {row.sign === '-' ? '−' : row.sign}
      </span>
      <code className="foreign">
        {SPOKEN[row.sign] && <span className="unseen">{SPOKEN[row.sign]}</span>}
        {withMarks(row)}
      </code>
    </div>
  )
}

function withMarks({ text, marks }: DiffRow): ReactNode {
  if (marks.length === 0) return visibleText(text)
  const parts: ReactNode[] = []
  let at = 0
  for (const [from, to] of marks) {
    parts.push(visibleText(text.slice(at, from)), <mark key={from}>{visibleText(text.slice(from, to))}</mark>)
    at = to
  }
  parts.push(visibleText(text.slice(at)))
  return parts
}
