import { useEffect, useState } from 'react'
import { followStream, type StreamState } from '../gateway/follow-stream.js'
import { EMPTY_LOG, type LogBook, type LogLine, logged } from './log-book.js'
import { readRecord } from './log-record.js'

/** What comes within this is drawn at once: a replay is thousands of records. */
const GATHER_MS = 100

interface FollowedLogs {
  book: LogBook
  stream: StreamState
  /** Whether all there was is here. */
  isCaughtUp: boolean
  /** Begins once more. */
  again: () => void
}

/** The records of a stream, and how it stands. Another path begins anew. */
export function useLogs(path: string): FollowedLogs {
  const [book, setBook] = useState(EMPTY_LOG)
  const [stream, setStream] = useState<StreamState>({ state: 'connecting' })
  const [isCaughtUp, setCaughtUp] = useState(false)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a try is one more stream
  useEffect(() => {
    setBook(EMPTY_LOG)
    setCaughtUp(false)
    let gathered: LogLine[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let unnamed = 0
    function tell() {
      const came = gathered
      gathered = []
      clearTimeout(timer)
      timer = undefined
      setBook((before) => logged(before, came))
    }
    const following = followStream(path, {
      onState: setStream,
      onMessage({ event, data, id }) {
        if (event === 'replay_complete') {
          tell()
          return setCaughtUp(true)
        }
        const key = id || `unnamed ${unnamed++}`
        const line: LogLine | undefined =
          event === 'gap' ? { key: `gap before ${key}`, gap: true } : readRecord(key, data)
        if (!line) return
        gathered.push(line)
        timer ??= setTimeout(tell, GATHER_MS)
      },
    })
    return () => {
      clearTimeout(timer)
      following.stop()
    }
  }, [path, tries])
  return { book, stream, isCaughtUp, again: () => setTries(tries + 1) }
}
