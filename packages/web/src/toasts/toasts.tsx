import type { ToastLevel } from '@signalbox/protocol'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { sessionName } from '../board/session-name.js'
import { useGateway } from '../gateway/gateway-context.js'
import { sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { sessionOf } from './session-of.js'
import { MOST_SHOWN, type ShelvedToast } from './toast-shelf.js'
import { useToasts } from './use-toasts.js'
import './toasts.css'

/** What flows say, in the corner: the newest, and how many more there are. */
export function Toasts() {
  const [{ toasts }, change] = useToasts()
  const [isOpen, setOpen] = useState(false)
  const hidden = isOpen ? 0 : Math.max(0, toasts.length - MOST_SHOWN)
  if (toasts.length === 0 && isOpen) setOpen(false)
  const hold = () => change({ type: 'held', now: Date.now() })
  const release = () => change({ type: 'released', now: Date.now() })

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) release()
  }

  return (
    <section
      className="toasts"
      aria-label="Notices of flows"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hold()}
      onPointerLeave={({ currentTarget }) => currentTarget.querySelector(':focus-visible') ?? release()}
      onFocus={hold}
      onBlur={onBlur}
    >
      {toasts.length > MOST_SHOWN && (
        <div className="toasts-more">
          <button
            type="button"
            className="small-action"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Show fewer' : `${hidden} more`}
          </button>
          <button type="button" className="small-action" onClick={() => change({ type: 'cleared' })}>
            Dismiss all
          </button>
        </div>
      )}
      {/* There when it is empty, too: what comes into it is read aloud. */}
      <ol aria-live="polite" aria-relevant="additions">
        {toasts.slice(hidden).map((toast) => (
          <ToastRow
            key={toast.key}
            toast={toast}
            onDismiss={() => change({ type: 'dismissed', key: toast.key })}
          />
        ))}
      </ol>
    </section>
  )
}

/** Each level has its own shape, so that it is read without its colour. */
const LEVELS: Readonly<Record<ToastLevel, { word: string; shape: ReactNode }>> = {
  info: { word: 'Note', shape: <circle cx="7" cy="7" r="4.25" stroke="currentColor" /> },
  warning: { word: 'Warning', shape: <path d="M7 1.750 13 12H1z" fill="currentColor" /> },
  error: { word: 'Error', shape: <path d="m3 3 8 8m0-8-8 8" stroke="currentColor" strokeWidth="2" /> },
}

function ToastRow({ toast, onDismiss }: { toast: ShelvedToast; onDismiss: () => void }) {
  const { board } = useGateway()
  const { level, message, sessionId } = toast
  const session = sessionOf(board.book.sessions, sessionId)
  const { word, shape } = LEVELS[level]
  return (
    <li className="toast" data-level={level}>
      <svg viewBox="0 0 14 14" fill="none" strokeWidth="1.5" strokeLinecap="round" aria-hidden="true">
        {shape}
      </svg>
      <p>
        <span className="unseen">{word}: </span>
        <span className="foreign">{message}</span>{' '}
        {session && (
          <Link to={sessionAddress(session.id)} className="foreign" onClick={onDismiss}>
            {sessionName(session)}
          </Link>
        )}
      </p>
      <button type="button" className="toast-close" aria-label="Dismiss" onClick={onDismiss}>
        <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden="true">
          <path d="m3.500 3.500 7 7m0-7-7 7" />
        </svg>
      </button>
    </li>
  )
}
