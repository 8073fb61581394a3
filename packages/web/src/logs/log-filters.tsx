import { useMemo } from 'react'
import { SearchField } from '../page/search-field.js'
import { logsAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { useRouter } from '../route/router.js'
import { neutralise } from '../text/neutralise.js'
import { isRecord, type LogLine } from './log-book.js'
import { type LogFilter, logFilterQuery, WINDOW_WORDS, WINDOWS } from './log-filter.js'
import type { LogLevel } from './log-record.js'
import './log-filters.css'

interface LogFiltersProps {
  /** With what is typed: the address follows when the typing pauses. */
  filter: LogFilter
  lines: readonly LogLine[]
  nameOf: (sessionId: string) => string
  onSearch: (search: string) => void
}

const LEVELS: readonly (readonly [LogLevel | null, string])[] = [
  [null, 'All'],
  ['info', 'Info'],
  ['warning', 'Warnings'],
  ['error', 'Errors'],
]

/** What is shown of the logs: how grave, of which session and type, since when, and by words. */
export function LogFilters({ filter, lines, nameOf, onSearch }: LogFiltersProps) {
  const { go } = useRouter()
  const address = (change: Partial<LogFilter>) => logsAddress(logFilterQuery({ ...filter, ...change }))
  const sessions = useNamed(lines, 'sessionId', filter.sessionId)
  const types = useNamed(lines, 'type', filter.type)
  return (
    <search className="log-filters">
      <SearchField
        label="Search the logs"
        hint="Words anywhere in a record"
        search={filter.search}
        onSearch={onSearch}
      />
      <div className="log-rail">
        <fieldset>
          <legend className="unseen">At least as grave as</legend>
          {LEVELS.map(([level, word]) => (
            <Link
              key={word}
              to={address({ level })}
              aria-current={filter.level === level ? 'true' : undefined}
              className="log-choice"
            >
              {word}
            </Link>
          ))}
        </fieldset>
        <div className="log-choices">
          <select
            aria-label="Session"
            value={filter.sessionId ?? ''}
            onChange={({ target }) => go(address({ sessionId: target.value || null }))}
          >
            <option value="">Every session</option>
            {sessions.map((id) => (
              <option key={id} value={id}>
                {nameOf(id)}
              </option>
            ))}
          </select>
          <select
            aria-label="Type"
            value={filter.type ?? ''}
            onChange={({ target }) => go(address({ type: target.value || null }))}
          >
            <option value="">Every type</option>
            {types.map((type) => (
              <option key={type} value={type}>
                {neutralise(type)}
              </option>
            ))}
          </select>
          <select
            aria-label="Since when"
            value={filter.window}
            onChange={({ target }) => go(address({ window: target.value as LogFilter['window'] }))}
          >
            {WINDOWS.map((window) => (
              <option key={window} value={window}>
                {WINDOW_WORDS[window]}
              </option>
            ))}
          </select>
        </div>
      </div>
    </search>
  )
}

/** What the records name, by name; with what is chosen, also when no record names it. */
function useNamed(lines: readonly LogLine[], name: 'sessionId' | 'type', chosen: string | null): string[] {
  return useMemo(() => {
    const all = new Set(lines.filter(isRecord).map((record) => record[name]))
    if (chosen !== null) all.add(chosen)
    all.delete('')
    return [...all].sort()
  }, [lines, name, chosen])
}
