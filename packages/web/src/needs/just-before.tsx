import { useLastWords } from './use-last-words.js'

/** What was said just before, so that the question is not out of the blue. */
export function JustBefore({ sessionId, since }: { sessionId: string; since: number }) {
  const { prompt, said } = useLastWords(sessionId, since)
  if (prompt === '' && said === '') return null
  return (
    <dl className="before">
      {prompt !== '' && (
        <div>
          <dt>Prompt</dt>
          <dd className="foreign" title={prompt}>
            {prompt}
          </dd>
        </div>
      )}
      {said !== '' && (
        <div>
          <dt>Just before</dt>
          <dd className="foreign" title={said}>
            {said}
          </dd>
        </div>
      )}
    </dl>
  )
}
