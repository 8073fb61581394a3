import { useCallback, useMemo, useState } from 'react'
import { ForeignLink } from '../foreign-link.js'
import { visibleText } from '../visible-text.js'
import { chartParts } from './chart-parts.js'
import { Element, PartsContext } from './children.js'
import { dataParts } from './data-parts.js'
import { inputParts } from './input-parts.js'
import { layoutParts } from './layout-parts.js'
import type { SpecAction } from './spec-actions.js'
import { SharedContext } from './spec-context.js'
import { edited, type StateEdit } from './spec-state.js'
import { objectOf, specTree } from './spec-tree.js'
import { textParts } from './text-parts.js'
import './spec-view.css'

/** How every component of the catalogue is drawn. */
export const PARTS = { ...layoutParts, ...textParts, ...dataParts, ...chartParts, ...inputParts }

/** A person who types changes the same value over and over; more than this nobody does by hand. */
const MOST_EDITS = 2000

/** A piece of interface an agent wrote, with what a person has done in it. */
export function SpecView({ spec, onSend }: { spec: unknown; onSend: (text: string) => void }) {
  const { root, cut } = useMemo(() => specTree(spec), [spec])
  const [edits, setEdits] = useState<readonly StateEdit[]>([])
  const [asked, setAsked] = useState<string | undefined>(undefined)
  const first = objectOf(spec).state
  const state = useMemo(() => edits.reduce<unknown>(edited, objectOf(first)), [first, edits])
  const act = useCallback(
    (actions: readonly SpecAction[]) => {
      for (const action of actions) {
        if (action.type === 'edit') setEdits((before) => [...before, action.edit].slice(-MOST_EDITS))
        else if (action.type === 'open') setAsked(action.url)
        else if (action.type === 'copy') void navigator.clipboard?.writeText(visibleText(action.text))
        else if (action.text.trim() !== '') onSend(action.text)
      }
    },
    [onSend],
  )
  const shared = useMemo(() => ({ state, act }), [state, act])
  if (root === undefined) return <p className="spec-about">This piece of interface is empty.</p>
  return (
    <PartsContext value={PARTS}>
      <SharedContext value={shared}>
        <div className="spec foreign">
          <Element node={root} />
          {cut && <p className="spec-about">There is more than can be shown here.</p>}
          {asked !== undefined && <Asked url={asked} onDone={() => setAsked(undefined)} />}
        </div>
      </SharedContext>
    </PartsContext>
  )
}

/** A page is opened by the person, who sees which. */
function Asked({ url, onDone }: { url: string; onDone: () => void }) {
  return (
    <p className="spec-asked" role="status">
      This would open <ForeignLink href={url} text={url.slice(0, 300)} />
      <button type="button" className="link" onClick={onDone}>
        Leave it
      </button>
    </p>
  )
}
