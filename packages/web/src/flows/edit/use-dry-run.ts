import { useEffect, useState } from 'react'
import { sendJson } from '../../gateway/send-json.js'
import type { DryRun, FlowTrigger } from '../flow-api.js'
import { type FormProblem, formProblem } from './field-place.js'

/** What a trigger is tried on: the sample of its type, or something that happened. */
export type TrialEvent = { sample: string } | { id: string }

export type Trial =
  | { state: 'waiting' }
  | { state: 'ran'; run: DryRun }
  /** The trigger cannot be tried as it is. */
  | { state: 'wrong'; problem: FormProblem }

/** Typing pauses before it is tried. */
export const SETTLED_MS = 250

/** What the trigger would do, tried again with every change. Nothing is sent. */
export function useDryRun(trigger: FlowTrigger, event: TrialEvent | null): Trial {
  const [trial, setTrial] = useState<Trial>({ state: 'waiting' })
  const asked = event === null ? '' : JSON.stringify({ event, trigger })
  useEffect(() => {
    if (asked === '') return setTrial({ state: 'waiting' })
    const stopped = new AbortController()
    const timer = setTimeout(async () => {
      const body: unknown = JSON.parse(asked)
      const { signal } = stopped
      const outcome = await sendJson<DryRun>('POST', '/api/flow/dry-run', { body, signal })
      if (signal.aborted) return
      if (outcome.kind === 'done') setTrial({ state: 'ran', run: outcome.value })
      else setTrial({ state: 'wrong', problem: formProblem(outcome) })
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [asked])
  return trial
}
