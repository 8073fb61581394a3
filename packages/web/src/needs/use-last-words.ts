import type { RequestEntry } from '@signalbox/protocol'
import { useEffect, useRef, useState } from 'react'
import { useGateway } from '../gateway/gateway-context.js'
import { type LastWords, NO_WORDS } from './last-words.js'
import { readLastWords } from './read-last-words.js'

/** What was before a request, read once when it is first shown. Nothing where it cannot be read. */
export function useLastWords(entry: RequestEntry): LastWords {
  const { client } = useGateway()
  const [words, setWords] = useState(NO_WORDS)
  const asked = useRef(entry)
  useEffect(() => {
    let left = false
    readLastWords(client, asked.current)
      .then((read) => left || setWords(read))
      .catch(() => {})
    return () => {
      left = true
    }
  }, [client])
  return words
}
