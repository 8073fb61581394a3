import { useEffect, useState } from 'react'
import type { FlowTrigger, RecentEvent } from '../flow-api.js'
import { pickTrial } from './pick-trial.js'
import { readRecent } from './read-recent.js'
import { SETTLED_MS } from './use-dry-run.js'

interface Choice {
  type: string
  /** The id of an event, empty for the sample; null while it is looked for. */
  chosen: string | null
  isByHand: boolean
}

/** What there is to try a trigger on, and what it is tried on: what fits it best, until somebody chooses. */
export function useTrialEvent(trigger: FlowTrigger) {
  const { event_type: type } = trigger
  const [recent, setRecent] = useState<{ type: string; events: readonly RecentEvent[] } | null>(null)
  const [choice, setChoice] = useState<Choice>({ type, chosen: null, isByHand: false })
  useEffect(() => {
    if (type === '') return
    let stopped = false
    readRecent(type).then((events) => stopped || setRecent({ type, events }))
    return () => {
      stopped = true
    }
  }, [type])
  const known = recent?.type === type ? recent.events : null
  const isOfType = choice.type === type
  const isByHand = isOfType && choice.isByHand
  const asked = JSON.stringify([trigger.id, type, trigger.where])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what decides whether it matches
  useEffect(() => {
    if (known === null || isByHand) return
    const stopped = new AbortController()
    const { signal } = stopped
    const look = () =>
      pickTrial(trigger, known, { signal }).then((chosen) => {
        if (!signal.aborted) setChoice({ type, chosen, isByHand: false })
      })
    // The first is shown at once; then typing pauses before it is looked for again.
    const timer = setTimeout(look, isOfType && choice.chosen !== null ? SETTLED_MS : 0)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [known, isByHand, asked])
  return {
    recent: known ?? [],
    chosen: isOfType ? choice.chosen : null,
    choose: (chosen: string) => setChoice({ type, chosen, isByHand: true }),
  }
}
