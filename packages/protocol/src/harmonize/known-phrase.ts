import type { PhraseRow } from './tag-row.js'

const BLANK_LINE = /\n[ \t]*\n/g

/** The phrase of the given rows a text has at this place. */
export function phraseAt(text: string, at: number, rows: readonly PhraseRow[]): PhraseRow | undefined {
  return rows.find(({ phrase }) => text.startsWith(phrase, at))
}

/** The phrase that speaks for a whole run of text; the text stays, it only shows who says it. */
export function speakerOf(run: string, rows: readonly PhraseRow[]): PhraseRow | undefined {
  const said = run.trim()
  return rows.find(({ phrase, extent, action }) => {
    if (action !== 'keep' || !said.startsWith(phrase)) return false
    if (extent === 'alone') return said.length === phrase.length
    return extent === 'lone line' ? !said.includes('\n') : true
  })
}

/** Where the line ends that this place is in. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** Where the paragraph ends that this place is in. */
export function paragraphEnd(text: string, at: number): number {
  BLANK_LINE.lastIndex = at
  return BLANK_LINE.exec(text)?.index ?? text.length
}
