import type { PhraseRow } from './tag-row.js'
import { inkFrom } from './whitespace.js'

/** The phrase of the given rows that a text has at this place. */
export function phraseAt(text: string, at: number, rows: readonly PhraseRow[]): PhraseRow | undefined {
  for (const row of rows) if (text.startsWith(row.phrase, at)) return row
  return undefined
}

/** The phrase that speaks for a whole run of text; the text stays, it only shows who says it. */
export function speakerOf(run: string, rows: readonly PhraseRow[]): PhraseRow | undefined {
  const start = inkFrom(run, 0)
  for (const row of rows) if (run.startsWith(row.phrase, start) && speaksForAll(row, run)) return row
  return undefined
}

function speaksForAll({ phrase, extent }: PhraseRow, run: string): boolean {
  const said = run.trim()
  if (extent === 'alone') return said === phrase
  return extent === 'lone line' ? !said.includes('\n') : true
}
