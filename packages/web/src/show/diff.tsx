import { lazy, Suspense } from 'react'
import type { FileChange } from './file-change.js'

const DiffView = lazy(() => import('./diff-view.js').then(({ DiffView }) => ({ default: DiffView })))

/** Changes of files, line by line. What compares them is loaded when the first is shown. */
export function Diff({ changes }: { changes: readonly FileChange[] }) {
  if (changes.length === 0) return null
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <DiffView changes={changes} />
    </Suspense>
  )
}
