import type { ReactNode } from 'react'
import { LAMP_WORDS, type Lamp } from './lamp-of.js'
import './lamp-light.css'

/** Each lamp has its own shape, so that it is read without its colour. */
const SHAPES: Record<Lamp, ReactNode> = {
  needs: <rect x="2" y="2" width="10" height="10" rx="1" fill="currentColor" />,
  working: (
    <>
      <circle cx="7" cy="7" r="3" fill="currentColor" />
      <circle className="arc" cx="7" cy="7" r="5.75" stroke="currentColor" strokeDasharray="12 24.1" />
    </>
  ),
  waiting: <path d="M7 1.750 13 12H1z" fill="currentColor" />,
  failed: <path d="m3 3 8 8m0-8-8 8" stroke="currentColor" strokeWidth="2" />,
  gone: <path d="m3 3 8 8m0-8-8 8" stroke="currentColor" strokeWidth="2" />,
  idle: <circle cx="7" cy="7" r="4.25" stroke="currentColor" />,
  stale: (
    <circle cx="7" cy="7" r="4.75" stroke="currentColor" strokeDasharray="2 2.97" strokeLinecap="butt" />
  ),
  off: <path d="M4 7h6" stroke="currentColor" />,
}

/** A lamp and its word; what is no session may have another word for it. */
export function LampLight({ lamp, word = LAMP_WORDS[lamp] }: { lamp: Lamp; word?: string }) {
  return (
    <span className="lamp" data-lamp={lamp}>
      <svg viewBox="0 0 14 14" fill="none" strokeWidth="1.5" strokeLinecap="round" aria-hidden="true">
        {SHAPES[lamp]}
      </svg>
      <span>{word}</span>
    </span>
  )
}
