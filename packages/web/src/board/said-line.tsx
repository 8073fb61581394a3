import { useEffect } from 'react'
import type { Said } from './use-session-actions.js'
import './said-line.css'

const SAID_MS = 8_000

/** What was just done, for a moment, and how to take it back. */
export function SaidLine({ said, onDismiss }: { said: Said | null; onDismiss: () => void }) {
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(onDismiss, SAID_MS)
    return () => clearTimeout(timer)
  }, [said, onDismiss])
  return (
    <div className="said-line" role="status" data-shown={said !== null}>
      {said && (
        <>
          <span className="foreign">{said.text}</span>
          {said.undo && (
            <button type="button" className="link" onClick={said.undo}>
              Undo
            </button>
          )}
        </>
      )}
    </div>
  )
}
