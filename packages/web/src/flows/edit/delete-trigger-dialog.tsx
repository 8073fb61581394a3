import { useState } from 'react'
import { sendJson } from '../../gateway/send-json.js'
import { Dialog } from '../../page/dialog.js'
import { useRouter } from '../../route/router.js'
import { neutralise } from '../../text/neutralise.js'
import type { FlowTrigger } from '../flow-api.js'
import { triggerName } from '../trigger-words.js'

const GONE_ALREADY = 404

/** Asks before a trigger is deleted, and says what stays. */
export function DeleteTriggerDialog({ trigger, onClose }: { trigger: FlowTrigger; onClose: () => void }) {
  const { go, guard } = useRouter()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)

  async function remove() {
    setSending(true)
    const outcome = await sendJson('DELETE', `/api/flow/triggers/${encodeURIComponent(trigger.id)}`)
    if (outcome.kind === 'refused' && outcome.status !== GONE_ALREADY) {
      setProblem(outcome.says)
      return setSending(false)
    }
    guard.current = null
    go('/flows')
  }

  return (
    <Dialog title={`Delete “${triggerName(trigger)}”?`} onClose={onClose}>
      <p>Its file is removed, and nothing is set off by it any more. What it did stays in the deliveries.</p>
      <p role="alert" className="problem">
        {neutralise(problem)}
      </p>
      <div className="actions">
        <button type="button" className="button plain" onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="button grave" disabled={isSending} onClick={remove}>
          Delete
        </button>
      </div>
    </Dialog>
  )
}
