import type { FileChange } from './file-change.js'
import { visibleText } from './visible-text.js'

/** Changes of files, line by line. */
export function Diff({ changes }: { changes: readonly FileChange[] }) {
  return (
    <div className="diff">
      {changes.map(({ path, hunks }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: changes have no other name and never move
        <pre key={at} className="foreign">
          {visibleText(
            [path, ...hunks.flatMap(({ lines }) => lines.map(({ sign, text }) => sign + text))].join('\n'),
          )}
        </pre>
      ))}
    </div>
  )
}
