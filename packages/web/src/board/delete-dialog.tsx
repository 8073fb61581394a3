import { useState } from 'react'
import { useGateway } from '../gateway/gateway-context.js'
import { Dialog } from '../page/dialog.js'
import type { BoardRow } from './board-row.js'
import { reasonOf } from './use-session-actions.js'
import { whatIsLost } from './what-is-lost.js'

/** Asks before a session is deleted, and says what is lost with it. */
export function DeleteDialog({ row, onClose }: { row: BoardRow; onClose: () => void }) {
  const { client } = useGateway()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)

  async function remove() {
    setSending(true)
    try {
      await client.deleteSession(row.id)
      onClose()
    } catch (error) {
      setProblem(`It could not be deleted: ${reasonOf(error)}`)
      setSending(false)
    }
  }

  return (
    <Dialog title={`Delete “${row.name}”?`} onClose={onClose}>
      {whatIsLost(row.session).map((sentence) => (
        <p key={sentence} className="foreign">
          {sentence}
        </p>
      ))}
      {!row.session.archived && <p>To have it out of sight only, archive it instead.</p>}
      <p role="alert" className="problem">
        {problem}
      </p>
      <div className="actions">
        <button type="button" className="button plain" onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="button grave" disabled={isSending} onClick={remove}>
          Delete for good
        </button>
      </div>
    </Dialog>
  )
}
