import { useState } from 'react'
import './fold.css'

/** To fold away a few lines would hide more than it saves. */
const SLACK = 5

export interface Fold {
  /** How many are shown now. */
  shown: number
  /** Whether there is anything to fold. */
  folds: boolean
  open: boolean
  toggle: () => void
}

/** Whether all of a long list is shown, or its beginning. */
export function useFold(total: number, most: number): Fold {
  const [open, setOpen] = useState(false)
  const folds = total > most + SLACK
  return { shown: folds && !open ? most : total, folds, open, toggle: () => setOpen(!open) }
}

/** The button that shows the rest. */
export function FoldButton({ fold, all }: { fold: Fold; all: string }) {
  if (!fold.folds) return null
  return (
    <button type="button" className="fold small-action" aria-expanded={fold.open} onClick={fold.toggle}>
      {fold.open ? 'Show less' : all}
    </button>
  )
}
