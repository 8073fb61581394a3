import type { RequestEntry } from '@signalbox/protocol'
import type { LastWords } from './last-words.js'
import { useLastWords } from './use-last-words.js'

const ROWS: readonly (readonly [name: keyof LastWords, says: string])[] = [
  ['prompt', 'Prompt'],
  ['did', 'Before'],
  ['said', 'It says'],
]

/** What was just before, so that the question is not out of the blue. */
export function JustBefore({ entry }: { entry: RequestEntry }) {
  const words = useLastWords(entry)
  const rows = ROWS.filter(([name]) => words[name] !== '')
  if (rows.length === 0) return null
  return (
    <dl className="before">
      {rows.map(([name, says]) => (
        <div key={name}>
          <dt>{says}</dt>
          <dd className="foreign" title={words[name]}>
            {words[name]}
          </dd>
        </div>
      ))}
    </dl>
  )
}
