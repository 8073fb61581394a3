import { useGateway } from '../gateway/gateway-context.js'
import { NotifyButton } from '../notify/notify-button.js'
import { Link } from '../route/link.js'
import './calm.css'

/** Nothing to do: said quietly, with where to go. */
export function Calm() {
  const { board } = useGateway()
  const count = board.book.sessions.size
  return (
    <section className="calm">
      <svg viewBox="0 0 48 48" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
        <circle cx="24" cy="24" r="20" />
        <path d="m16 24.500 6 6 11-12" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <h1>Nothing needs you</h1>
      <p>
        When an agent asks for something, it stands here, the one that waits longest on top.{' '}
        {count > 0 && (
          <Link to="/sessions">{count === 1 ? 'See the session' : `See all ${count} sessions`}</Link>
        )}
      </p>
      <NotifyButton />
    </section>
  )
}
