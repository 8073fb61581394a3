import type { Client, ConnectionStatus } from '@signalbox/client'
import { useEffect } from 'react'
import type { Board } from '../gateway/board.js'
import { ConnectionLine } from '../page/connection-line.js'
import { Mark } from '../page/mark.js'
import { useRowKeys } from '../page/use-row-keys.js'
import { useSelected } from '../page/use-selected.js'
import { SessionView } from '../session/session-view.js'
import { EmptyBoard } from './empty-board.js'
import { needText } from './session-book.js'
import { SessionList } from './session-list.js'
import { summary } from './summary.js'
import './board-view.css'

interface BoardViewProps {
  board: Board
  client: Client
  status: ConnectionStatus
  onMore: () => void
  onRetry: () => void
}

/** The board: sessions at the left, the selected one at the right. On a phone one of the two. */
export function BoardView({ board, client, status, onMore, onRetry }: BoardViewProps) {
  const [selected, select] = useSelected()
  const close = () => select(null)
  useRowKeys(close)
  const { count, text } = summary(board.book)
  useEffect(() => {
    document.title = count > 0 ? `(${count}) Signalbox` : 'Signalbox'
  }, [count])
  const empty = board.book.sessions.size === 0
  return (
    <div className="board" data-open={selected !== null}>
      <header>
        <Mark />
        <strong>Signalbox</strong>
        <span className="summary" role="status">
          {text}
        </span>
        <ConnectionLine status={status} onRetry={onRetry} />
      </header>
      {empty ? (
        <EmptyBoard />
      ) : (
        <main>
          <SessionList
            book={board.book}
            selected={selected}
            more={board.next !== null}
            onOpen={select}
            onMore={onMore}
          />
          {selected === null ? (
            <p className="nothing-open">Open a session to see its events as they come.</p>
          ) : (
            <SessionView
              key={selected}
              client={client}
              sessionId={selected}
              session={board.book.sessions.get(selected)}
              need={needText(board.book, selected)}
              onClose={close}
            />
          )}
        </main>
      )}
    </div>
  )
}
