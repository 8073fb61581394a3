import type { Finding } from '@signalbox/protocol'
import type { ReactNode } from 'react'
import { Command } from '../page/command.js'
import { neutralise } from '../text/neutralise.js'
import { asTyped } from './as-typed.js'

/** Each has its own shape and word, so that it is read without its colour. */
const LAMPS: Record<Finding['lamp'], { word: string; shape: ReactNode }> = {
  ok: { word: 'Well', shape: <circle cx="7" cy="7" r="4" fill="currentColor" /> },
  note: { word: 'Note', shape: <circle cx="7" cy="7" r="4" stroke="currentColor" /> },
  wrong: { word: 'Wrong', shape: <path d="m3 3 8 8m0-8-8 8" stroke="currentColor" strokeWidth="2" /> },
}

export function FindingLamp({ lamp }: { lamp: Finding['lamp'] }) {
  const { word, shape } = LAMPS[lamp]
  return (
    <span className="finding-lamp" data-finding={lamp}>
      <svg viewBox="0 0 14 14" fill="none" strokeWidth="1.5" strokeLinecap="round" aria-hidden="true">
        {shape}
      </svg>
      {word}
    </span>
  )
}

/** One thing the doctor looked at, and what to type where it can be put right. */
export function FindingRow({ finding, options }: { finding: Finding; options: string }) {
  return (
    <li className="finding-row">
      <FindingLamp lamp={finding.lamp} />
      <strong>{neutralise(finding.name)}</strong>
      <span className="foreign">{neutralise(finding.says)}</span>
      {finding.type !== undefined && <Command text={neutralise(asTyped(finding.type, options))} />}
    </li>
  )
}
