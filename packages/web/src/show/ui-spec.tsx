import type { UiSpec as Spec } from '@signalbox/protocol/spec-stream'
import { lazy, Suspense } from 'react'
import { Json } from './json.js'
import { Unbroken } from './unbroken.js'

export type { Spec }

const SpecView = lazy(() => import('./ui-spec/spec-view.js').then(({ SpecView }) => ({ default: SpecView })))

/** A piece of interface an agent wrote. What draws it is loaded when the first is shown. */
export function UiSpec({ spec, onSend }: { spec: Spec; onSend: (text: string) => void }) {
  return (
    <Unbroken instead={<Json value={spec} />}>
      <Suspense fallback={<div aria-busy="true" />}>
        <SpecView spec={spec} onSend={onSend} />
      </Suspense>
    </Unbroken>
  )
}
