import { useState } from 'react'
import { visibleText } from '../../show/visible-text.js'
import './long-text.css'

const MOST_LINES = 16
const MOST_SIGNS = 1600
/** A text of this length makes the page slow to lay out; the raw event has all of it. */
const LONGEST = 100_000

/** Words as they were said, line by line; long ones are folded. */
export function LongText({ text }: { text: string }) {
  const [all, setAll] = useState(false)
  const whole = visibleText(text.slice(0, LONGEST))
  const folded = foldedText(whole)
  return (
    <div className="long-text">
      <p className="foreign">
        {all ? whole : folded}
        {!all && folded.length < whole.length && '…'}
      </p>
      {folded.length < whole.length && (
        <button type="button" className="link" onClick={() => setAll(!all)}>
          {all ? 'Show less' : 'Show all'}
        </button>
      )}
      {all && text.length > LONGEST && <p className="rest">The rest is in the raw event.</p>}
    </div>
  )
}

function foldedText(text: string): string {
  let end = 0
  for (let line = 0; line < MOST_LINES; line++) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) return text.slice(0, text.length > MOST_SIGNS * 1.2 ? MOST_SIGNS : undefined)
  }
  return text.slice(0, Math.min(end, MOST_SIGNS))
}
