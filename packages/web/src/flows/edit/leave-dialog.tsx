import { Dialog } from '../../page/dialog.js'

/** Asks before changes that were not saved are lost. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <Dialog title="Leave without saving?" onClose={onStay}>
      <p>The trigger stays as it was; what you changed is lost.</p>
      <div className="actions">
        <button type="button" className="button plain" onClick={onStay}>
          Keep editing
        </button>
        <button type="button" className="button grave" onClick={onLeave}>
          Leave
        </button>
      </div>
    </Dialog>
  )
}
