import type { ConnectionStatus } from '@signalbox/client'
import { useNow } from './use-now.js'
import './connection-line.css'

/** A thin line across the page, and a word: live, reconnecting, offline. */
export function ConnectionLine({ status, onRetry }: { status: ConnectionStatus; onRetry: () => void }) {
  return (
    <div className="connection" data-state={status.state}>
      <span role="status">{WORDS[status.state]}</span>
      {status.state !== 'live' && status.retryAt !== null && <Countdown until={status.retryAt} />}
      {status.state === 'offline' && (
        <button type="button" className="link" onClick={onRetry}>
          Try now
        </button>
      )}
    </div>
  )
}

const WORDS: Record<ConnectionStatus['state'], string> = {
  live: 'Live',
  reconnecting: 'Reconnecting',
  offline: 'Offline',
}

/** Not read aloud: the word before it is. */
function Countdown({ until }: { until: number }) {
  const seconds = Math.max(0, Math.ceil((until - useNow(1000)) / 1000))
  return <span aria-hidden="true">({seconds} s)</span>
}
