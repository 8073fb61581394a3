import { isRecord, type LogLine } from './log-book.js'
import { LogRow } from './log-row.js'
import type { HoldHandlers } from './use-held-key.js'

interface LogListProps {
  lines: readonly LogLine[]
  waiting: number
  open: ReadonlySet<string>
  /** What people call a session that a record names. */
  nameOf: (sessionId: string) => string
  handlers: HoldHandlers
  onToggle: (key: string) => void
  onNews: () => void
}

/** The lines. What is new waits while somebody reads. */
export function LogList({ lines, waiting, open, nameOf, handlers, onToggle, onNews }: LogListProps) {
  return (
    <section className="log-list" aria-label="Log records" {...handlers}>
      {waiting > 0 && (
        <button type="button" className="link log-news" onClick={onNews}>
          {waiting.toLocaleString('en')} new
        </button>
      )}
      <ol data-rows>
        {lines.map((line) =>
          isRecord(line) ? (
            <LogRow
              key={line.key}
              record={line}
              session={nameOf(line.sessionId)}
              isOpen={open.has(line.key)}
              onToggle={onToggle}
            />
          ) : (
            <li key={line.key} className="log-gap">
              Some records are missing here: they came faster than they could be sent.
            </li>
          ),
        )}
      </ol>
    </section>
  )
}
