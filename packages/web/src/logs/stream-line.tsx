import type { StreamState } from '../gateway/follow-stream.js'

interface StreamLineProps {
  stream: StreamState
  /** The gateway was not reached for long. */
  isOffline: boolean
  onAgain: () => void
}

/** Whether what is shown is live, in a word. */
export function StreamLine({ stream, isOffline, onAgain }: StreamLineProps) {
  return (
    <p className="stream-line" data-state={stream.state}>
      <span role="status">{wordOf(stream, isOffline)}</span>
      {(stream.state === 'reconnecting' || stream.state === 'refused') && (
        <button type="button" className="link" onClick={onAgain}>
          Try now
        </button>
      )}
    </p>
  )
}

function wordOf({ state }: StreamState, isOffline: boolean): string {
  if (state === 'live') return 'Following'
  if (state === 'connecting') return ''
  if (state === 'refused') return 'Not followed'
  return isOffline ? 'Offline: what is shown was read before' : 'Reconnecting'
}
