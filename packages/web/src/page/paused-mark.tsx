import './paused-mark.css'

/** Two bars: no new turns start. The word is read by who cannot see them. */
export function PausedMark() {
  return (
    <span className="paused-mark" title="Paused">
      <svg viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
        <rect x="3" y="2.500" width="2.500" height="9" rx="0.500" />
        <rect x="8.500" y="2.500" width="2.500" height="9" rx="0.500" />
      </svg>
      <span className="unseen">Paused</span>
    </span>
  )
}
