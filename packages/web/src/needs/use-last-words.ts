import { useEffect, useState } from 'react'
import { useGateway } from '../gateway/gateway-context.js'
import { type LastWords, lastWords, NO_WORDS } from './last-words.js'

const READ = 10

/** What was said before a request, read once when it is first shown. Nothing where it cannot be read. */
export function useLastWords(sessionId: string, since: number): LastWords {
  const { client } = useGateway()
  const [words, setWords] = useState(NO_WORDS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request of the same session has other words before it
  useEffect(() => {
    let left = false
    client
      .history(sessionId, { limit: READ })
      .then(({ items }) => left || setWords(lastWords(items)))
      .catch(() => {})
    return () => {
      left = true
    }
  }, [client, sessionId, since])
  return words
}
