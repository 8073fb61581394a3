import { EmptyBoard } from '../board/empty-board.js'

/** What a gateway without a session greets with. */
export function FirstRun() {
  return <EmptyBoard />
}
