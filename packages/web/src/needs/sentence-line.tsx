import { Fragment } from 'react'
import { dangersIn } from '../show/danger.js'
import type { Sentence } from './sentence.js'
import './sentence-line.css'

/** What will happen, in one sentence; what is hard to take back is marked. */
export function SentenceLine({ sentence: { text, code, after } }: { sentence: Sentence }) {
  return (
    <span className="sentence foreign">
      {text}
      {code !== undefined && <Code text={code} />}
      {after !== undefined && ` ${after}`}
    </span>
  )
}

function Code({ text }: { text: string }) {
  const dangers = dangersIn(text)
  const starts = [0, ...dangers.map(({ to }) => to)]
  return (
    <>
      {' '}
      <code>
        {starts.map((start, at) => {
          const danger = dangers[at]
          return (
            <Fragment key={start}>
              {text.slice(start, danger?.from)}
              {danger && <mark title={danger.why}>{text.slice(danger.from, danger.to)}</mark>}
            </Fragment>
          )
        })}
      </code>
    </>
  )
}
