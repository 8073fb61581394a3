import { useCallback } from 'react'
import { needText } from '../board/session-book.js'
import { useGateway } from '../gateway/gateway-context.js'
import { useRowKeys } from '../page/use-row-keys.js'
import { useRouter } from '../route/router.js'
import { SessionView } from './session-view.js'

/** One session by its address; `event` is the number of the one that is linked to. */
export function SessionPage({ sessionId }: { sessionId: string; event: number | null }) {
  const { client, board } = useGateway()
  const { go } = useRouter()
  const close = useCallback(() => go('/sessions'), [go])
  useRowKeys(close)
  return (
    <SessionView
      client={client}
      sessionId={sessionId}
      session={board.book.sessions.get(sessionId)}
      need={needText(board.book, sessionId)}
      onClose={close}
    />
  )
}
