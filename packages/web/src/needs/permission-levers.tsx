import { type FormEvent, useEffect, useId, useRef } from 'react'
import type { StandingOffer } from './standing-offer.js'
import type { Levers } from './use-answer.js'

/** What is open under the levers. */
export type LeverPanel = 'none' | 'deny' | 'always'

interface PermissionLeversProps {
  levers: Levers
  offer: StandingOffer
  panel: LeverPanel
  /** Why nothing can be sent now; undefined when it can. */
  blocked: string | undefined
  onPanel: (panel: LeverPanel) => void
}

/** Approve, deny with a reason, and always allow, which says what it would allow. */
export function PermissionLevers({ levers, offer, panel, blocked, onPanel }: PermissionLeversProps) {
  const sending = levers.answering.state === 'sending'
  const off = sending || blocked !== undefined
  const id = useId()
  if (panel === 'deny')
    return <DenyForm off={off} sending={sending} onDeny={levers.deny} onClose={() => onPanel('none')} />
  return (
    <>
      <div className="levers" title={blocked}>
        <button type="button" className="button" disabled={off} onClick={levers.approve}>
          {sending ? 'Sending…' : 'Approve'}
        </button>
        <button type="button" className="lever" disabled={off} onClick={() => onPanel('deny')}>
          Deny…
        </button>
        {offer.length > 0 && (
          <button
            type="button"
            className="lever quiet"
            disabled={off}
            aria-expanded={panel === 'always'}
            aria-controls={`${id}-always`}
            onClick={() => onPanel(panel === 'always' ? 'none' : 'always')}
          >
            Always allow…
          </button>
        )}
      </div>
      {panel === 'always' && (
        <div id={`${id}-always`} className="always" ref={scrollTo}>
          <p>From now on this would not be asked any more:</p>
          <ul>
            {offer.map((text) => (
              <li key={text} className="foreign">
                {text}
              </li>
            ))}
          </ul>
          <div className="levers">
            <button type="button" className="lever" disabled={off} onClick={levers.always}>
              Approve and always allow
            </button>
            <button type="button" className="lever quiet" onClick={() => onPanel('none')}>
              Cancel
            </button>
          </div>
        </div>
      )}
    </>
  )
}

/** On a phone it would open below what is seen. */
function scrollTo(panel: HTMLElement | null): void {
  panel?.scrollIntoView({ block: 'nearest' })
}

interface DenyFormProps {
  off: boolean
  sending: boolean
  onDeny: (reason: string) => void
  onClose: () => void
}

function DenyForm({ off, sending, onDeny, onClose }: DenyFormProps) {
  const reason = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => reason.current?.focus(), [])
  function send(event: FormEvent) {
    event.preventDefault()
    if (!off) onDeny(reason.current?.value ?? '')
  }
  return (
    <form
      className="deny"
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <label htmlFor={id}>Why not? The agent is told. You can leave it empty.</label>
      <div className="levers">
        <input ref={reason} id={id} className="words" autoComplete="off" enterKeyHint="send" />
        <button type="submit" className="lever deny-now" disabled={off}>
          {sending ? 'Sending…' : 'Deny'}
        </button>
        <button type="button" className="lever quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}
