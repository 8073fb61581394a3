import { Client, type ConnectionStatus } from '@signalbox/client'
import { useEffect, useReducer, useRef, useState } from 'react'
import { changeBoard, LOADING } from './board.js'
import { fetchSessions } from './fetch-sessions.js'
import { followBoard } from './follow-board.js'

/** The board, live for as long as the page is there. */
export function useBoard() {
  const [board, tell] = useReducer(changeBoard, LOADING)
  const [client, setClient] = useState<Client | null>(null)
  const [status, setStatus] = useState<ConnectionStatus>({ state: 'reconnecting', retryAt: null })
  const retry = useRef(() => {})

  useEffect(() => {
    const gateway = new Client({ url: window.location.origin })
    const off = gateway.on('status', setStatus)
    const following = followBoard(gateway, tell)
    const hurry = () => gateway.retryNow()
    window.addEventListener('online', hurry)
    retry.current = () => {
      gateway.retryNow()
      following.reload()
    }
    setClient(gateway)
    return () => {
      window.removeEventListener('online', hurry)
      off()
      following.stop()
      gateway.close()
    }
  }, [])

  async function loadMore() {
    if (board.next === null) return
    const answer = await fetchSessions(board.next)
    if (answer.kind === 'listed') tell({ ...answer, type: 'more' })
  }

  return { board, client, status, loadMore, retry: () => retry.current() }
}
