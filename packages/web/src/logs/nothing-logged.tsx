import type { StreamState } from '../gateway/follow-stream.js'
import { logsAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { neutralise } from '../text/neutralise.js'
import { type LogFilter, logFilterQuery, NO_LOG_FILTER, WINDOW_WORDS } from './log-filter.js'

interface NothingLoggedProps {
  stream: StreamState
  isCaughtUp: boolean
  filter: LogFilter
  isFiltered: boolean
  onClear: () => void
  onAgain: () => void
}

/** Why no record is shown, and what to do. */
export function NothingLogged(props: NothingLoggedProps) {
  const { stream, isCaughtUp, filter, isFiltered, onClear, onAgain } = props
  if (stream.state === 'reconnecting')
    return (
      <div className="nothing-logged" role="status">
        <h2>The logs cannot be read just now</h2>
        <p>The gateway does not answer. Nothing is lost; the page goes on by itself when it is back.</p>
        <button type="button" className="button plain" onClick={onAgain}>
          Try now
        </button>
      </div>
    )
  if (stream.state === 'refused')
    return (
      <div className="nothing-logged" role="alert">
        <h2>The gateway did not give the logs</h2>
        <p className="foreign">{neutralise(stream.says)}</p>
        <Link to="/logs" onClick={onClear}>
          Show all of the last hour
        </Link>
      </div>
    )
  if (!isCaughtUp) return <p className="loading">Reading the logs…</p>
  return (
    <div className="nothing-logged" role="status">
      <h2>{isFiltered ? 'No record is like that' : 'Nothing was logged'}</h2>
      <p>
        {WINDOW_WORDS[filter.window]}. What comes from now on appears here by itself
        {isFiltered ? ', if the filter lets it.' : '.'}
      </p>
      {isFiltered ? (
        <Link to={logsAddress(logFilterQuery({ ...NO_LOG_FILTER, window: filter.window }))} onClick={onClear}>
          Clear the filter
        </Link>
      ) : (
        <Link to={logsAddress(logFilterQuery({ ...filter, window: '168h' }))}>Look at the last week</Link>
      )}
    </div>
  )
}
