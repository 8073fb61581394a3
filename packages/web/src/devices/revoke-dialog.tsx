import type { PairedDevice } from '@signalbox/protocol'
import { useState } from 'react'
import { sendJson } from '../gateway/send-json.js'
import { Dialog } from '../page/dialog.js'
import { neutralise } from '../text/neutralise.js'

interface RevokeDialogProps {
  device: PairedDevice
  onClose: () => void
  onRevoked: (device: PairedDevice) => void
}

const GONE_ALREADY = 404

/** Asks before a device is shut out. */
export function RevokeDialog({ device, onClose, onRevoked }: RevokeDialogProps) {
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)

  async function revoke() {
    setSending(true)
    const outcome = await sendJson('DELETE', `/api/devices/${encodeURIComponent(device.id)}`)
    if (outcome.kind === 'done' || outcome.status === GONE_ALREADY) return onRevoked(device)
    setProblem(outcome.says)
    setSending(false)
  }

  return (
    <Dialog
      title={device.current ? 'Revoke this browser?' : `Revoke “${neutralise(device.name)}”?`}
      onClose={onClose}
    >
      <p>
        {device.current
          ? 'You are signed out here at once. To come back you need a new code from the terminal or from another device.'
          : 'It is signed out at once, wherever it is. To come back it needs a new code.'}
      </p>
      <p role="alert" className="problem">
        {neutralise(problem)}
      </p>
      <div className="actions">
        <button type="button" className="button plain" onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="button grave" disabled={isSending} onClick={revoke}>
          Revoke
        </button>
      </div>
    </Dialog>
  )
}
