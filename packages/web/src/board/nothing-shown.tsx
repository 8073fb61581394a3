import { sessionsAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { type Filter, filterQuery, isFiltering, NO_FILTER } from './filter.js'
import './nothing-shown.css'

interface NothingShownProps {
  filter: Filter
  isReading: boolean
  onClear: () => void
}

/** Why no row is shown, and where to go from here. */
export function NothingShown({ filter, isReading, onClear }: NothingShownProps) {
  if (isReading) return <p className="loading">Reading the archive…</p>
  const isFiltered = isFiltering(filter)
  const bare = sessionsAddress(filterQuery({ ...NO_FILTER, archived: filter.archived }))
  return (
    <div className="nothing-shown" role="status">
      <h2>
        {isFiltered
          ? 'No session is like that'
          : filter.archived
            ? 'Nothing is archived'
            : 'The board is clear'}
      </h2>
      <p>
        {isFiltered
          ? 'There are others; the filter leaves them all out.'
          : filter.archived
            ? 'What you archive stays readable, and is found here.'
            : 'Every session there is was archived.'}
      </p>
      {isFiltered && (
        <Link to={bare} onClick={onClear}>
          Clear the filter
        </Link>
      )}
      {!isFiltered && filter.archived && <Link to="/sessions">To the board</Link>}
      {!isFiltered && !filter.archived && <Link to="/sessions?archived=1">Show the archive</Link>}
    </div>
  )
}
