import { type ReactNode, useId } from 'react'
import { neutralise } from '../text/neutralise.js'
import './field.css'

interface FieldProps {
  label: string
  /** What is wrong with what was given; empty when nothing is. */
  problem?: string
  hint?: string
  /** Draws the input with these, so that label, hint and problem belong to it. */
  children: (input: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode
}

/** An input with its label, a hint, and what is wrong with it. */
export function Field({ label, problem = '', hint = '', children }: FieldProps) {
  const id = useId()
  const about = `${id}-about`
  return (
    <div className="field" data-wrong={problem !== ''}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': about, 'aria-invalid': problem !== '' })}
      <p id={about} className={problem ? 'problem' : 'hint'} role={problem ? 'alert' : undefined}>
        {problem ? neutralise(problem) : hint}
      </p>
    </div>
  )
}
