import { requestKey } from '../board/request-book.js'
import { useGateway } from '../gateway/gateway-context.js'
import { sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { neutralise } from '../text/neutralise.js'

/** What agents ask, longest waiting first. */
export function NeedsView() {
  const { board } = useGateway()
  const { pending } = board.requests
  return (
    <section aria-label="Needs you">
      <h1>{pending.length === 0 ? 'Nothing needs you' : 'Needs you'}</h1>
      <ul data-rows>
        {pending.map((entry) => (
          <li key={requestKey(entry)}>
            <Link to={sessionAddress(entry.sessionId)} className="foreign">
              {neutralise(String(entry.data.description ?? entry.kind))}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
