import { neutralise } from '../text/neutralise.js'
import './caution.css'

/** Something that may not be as it was meant: a shape and a sentence. */
export function Caution({ says }: { says: string }) {
  return (
    <p className="caution foreign">
      <svg viewBox="0 0 14 14" fill="none" aria-hidden="true">
        <path d="M7 1.750 13 12H1z" fill="currentColor" />
      </svg>
      <span>{neutralise(says)}</span>
    </p>
  )
}
