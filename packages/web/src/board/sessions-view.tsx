import { FirstRun } from '../first-run/first-run.js'
import { useGateway } from '../gateway/gateway-context.js'
import { useRowKeys } from '../page/use-row-keys.js'
import { sessionAddress } from '../route/address.js'
import { useRouter } from '../route/router.js'
import { SessionList } from './session-list.js'

const NOTHING_TO_CLOSE = () => {}

/** All sessions, those that need a person first. */
export function SessionsView({ query: _query }: { query: string }) {
  const { board, loadMore } = useGateway()
  const { go } = useRouter()
  useRowKeys(NOTHING_TO_CLOSE)
  if (board.book.sessions.size === 0) return <FirstRun />
  return (
    <SessionList
      book={board.book}
      selected={null}
      more={board.next !== null}
      onOpen={(sessionId) => go(sessionAddress(sessionId))}
      onMore={loadMore}
    />
  )
}
