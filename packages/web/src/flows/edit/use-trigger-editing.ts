import { useMemo, useState } from 'react'
import { flowAddress } from '../../route/address.js'
import { useRouter } from '../../route/router.js'
import type { FlowTrigger } from '../flow-api.js'
import type { Flows } from '../read-flows.js'
import { type FormProblem, formProblem } from './field-place.js'
import { isSameTrigger, saveTrigger } from './save-trigger.js'
import { draftOf, NEW_DRAFT, triggerOf } from './trigger-draft.js'
import { newTriggerId } from './trigger-id.js'

/** The draft of a trigger, and everything that can become of it. `trigger` is null for a new one. */
export function useTriggerEditing(trigger: FlowTrigger | null, flows: Flows, onSaved: () => void) {
  const { go, guard } = useRouter()
  /** How it was when the editing began, or when it was saved last. */
  const [before, setBefore] = useState(trigger)
  const [draft, setDraft] = useState(() => (trigger ? draftOf(trigger) : NEW_DRAFT))
  const [problems, setProblems] = useState<readonly FormProblem[]>([])
  const [isSaving, setSaving] = useState(false)
  const [said, setSaid] = useState('')
  /** What somebody else made of it meanwhile. */
  const [theirs, setTheirs] = useState<{ trigger: FlowTrigger | null } | null>(null)
  const { activities, triggers } = flows
  const edited = useMemo(() => {
    const taken = triggers.map(({ id }) => id)
    const id = before?.id ?? newTriggerId(draft.label, draft.eventType, taken)
    return triggerOf(id, draft, activities)
  }, [before, draft, activities, triggers])
  const untouched = useMemo(
    () =>
      before
        ? triggerOf(before.id, draftOf(before), activities)
        : triggerOf(edited.id, NEW_DRAFT, activities),
    [before, activities, edited.id],
  )
  const isChanged = !isSameTrigger(edited, untouched)

  function change(next: Parameters<typeof setDraft>[0]) {
    setSaid('')
    setProblems([])
    setDraft(next)
  }

  async function save(how: 'careful' | 'over' = 'careful') {
    setSaving(true)
    setSaid('')
    setTheirs(null)
    const saving = await saveTrigger(edited, how === 'over' ? undefined : before)
    setSaving(false)
    if (saving.kind === 'changed') return setTheirs({ trigger: saving.theirs })
    if (saving.kind === 'refused') return setProblems([formProblem(saving)])
    setProblems([])
    setBefore(edited)
    setSaid('Saved.')
    onSaved()
    if (before !== null) return
    // Nothing is lost by leaving the page of the new one for its own.
    guard.current = null
    go(flowAddress(edited.id), 'replace')
  }

  /** Takes what somebody else saved instead. */
  function takeTheirs() {
    if (!theirs?.trigger) return
    setBefore(theirs.trigger)
    setDraft(draftOf(theirs.trigger))
    setTheirs(null)
    setProblems([])
  }

  return { before, draft, change, edited, isChanged, problems, save, isSaving, said, theirs, takeTheirs }
}
