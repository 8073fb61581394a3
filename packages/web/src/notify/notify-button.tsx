import { useSyncExternalStore } from 'react'
import { browserNotices } from './browser-notices.js'
import type { NotifyState } from './notify-wish.js'
import './notify-button.css'

const SAYS: Record<Exclude<NotifyState, 'off' | 'on'>, string> = {
  refused: 'This browser refuses notifications from this page. Allow them in its site settings.',
  impossible: 'This browser cannot notify from this page.',
}

/** Turns notifications on and off. The browser is asked only when somebody clicks. */
export function NotifyButton() {
  const state = useSyncExternalStore(browserNotices.onChange, browserNotices.get)
  if (state === 'refused' || state === 'impossible')
    return (
      <p className="notify-said" role="status">
        {SAYS[state]}
      </p>
    )
  const on = state === 'on'
  return (
    <button
      type="button"
      className="notify-button"
      aria-pressed={on}
      title={on ? 'Stop notifying me' : 'Tell me when an agent needs me and I look elsewhere'}
      onClick={() => (on ? browserNotices.turnOff() : void browserNotices.turnOn())}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.250">
        <path
          d="M8 2a4 4 0 0 0-4 4v3l-1.250 2.250h10.500L12 9V6a4 4 0 0 0-4-4ZM6.500 13.250h3"
          strokeLinejoin="round"
        />
        {!on && <path d="m2.500 2.500 11 11" strokeLinecap="round" />}
      </svg>
      {on ? 'Notifications on' : 'Notify me'}
    </button>
  )
}
