import { useEffect, useRef } from 'react'
import { neutralise } from '../../text/neutralise.js'
import type { CatalogueActivity, FlowTrigger } from '../flow-api.js'
import { type FormProblem, problemWords } from './field-place.js'

interface SaveBarProps {
  isNew: boolean
  canSave: boolean
  isChanged: boolean
  /** What became of the last saving, in a word. */
  said: string
  /** Why it was not saved. */
  problems: readonly FormProblem[]
  bindings: FlowTrigger['bindings']
  activities: readonly CatalogueActivity[]
  /** What somebody else made of it meanwhile; its trigger is null where it was deleted. */
  theirs: { trigger: FlowTrigger | null } | null
  onSaveMine: () => void
  onTakeTheirs: () => void
  onDelete: () => void
}

/** Stands at the foot of the form wherever it is scrolled to: the levers, and what became of the last saving. */
export function SaveBar(props: SaveBarProps) {
  const { isNew, canSave, isChanged, said, problems, theirs } = props
  if (theirs) return <ChangedMeanwhile {...props} isDeleted={theirs.trigger === null} />
  const [problem] = problems
  return (
    <div className="trigger-levers">
      {problem && (
        // A field says itself what is wrong with it; where there is none, this does.
        <p className="not-saved foreign" role={problem.place.at === 'form' ? 'alert' : undefined}>
          <strong>Not saved.</strong> {neutralise(problemWords(problem, props.bindings, props.activities))}
        </p>
      )}
      <button type="submit" className="button" disabled={!canSave}>
        {isNew ? 'Make the trigger' : 'Save'}
      </button>
      {!isNew && (
        <button type="button" className="link grave" onClick={props.onDelete}>
          Delete…
        </button>
      )}
      <span role="status">{problem ? '' : isChanged ? 'Not saved yet' : said}</span>
    </div>
  )
}

type ChangedProps = Pick<SaveBarProps, 'onSaveMine' | 'onTakeTheirs'> & { isDeleted: boolean }

/** Somebody else was faster: it is for the person to choose. */
function ChangedMeanwhile({ isDeleted, onSaveMine, onTakeTheirs }: ChangedProps) {
  const says = useRef<HTMLParagraphElement>(null)
  // The lever that was pressed is gone; the next key must not choose by itself.
  useEffect(() => says.current?.focus(), [])
  return (
    <div className="trigger-levers">
      <p ref={says} className="not-saved" role="alert" tabIndex={-1}>
        <strong>Not saved.</strong>{' '}
        {isDeleted
          ? 'Somebody deleted it meanwhile. Save yours to make it again.'
          : 'Somebody changed it meanwhile. Yours would replace what they saved.'}
      </p>
      <button type="button" className="button plain" onClick={onSaveMine}>
        Save mine
      </button>
      {!isDeleted && (
        <button type="button" className="button plain" onClick={onTakeTheirs}>
          Take theirs
        </button>
      )}
    </div>
  )
}
