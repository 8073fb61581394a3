import { useDeferredValue, useMemo, useState } from 'react'
import { useSearch } from '../board/use-search.js'
import { useGateway } from '../gateway/gateway-context.js'
import { useRowKeys } from '../page/use-row-keys.js'
import { logsAddress } from '../route/address.js'
import { useRouter } from '../route/router.js'
import { heldLines, isRecord, MOST_LINES } from './log-book.js'
import { hasWords, isFilteringLogs, logFilterQuery, readLogFilter, streamPath } from './log-filter.js'
import { LogFilters } from './log-filters.js'
import { LogList } from './log-list.js'
import { NothingLogged } from './nothing-logged.js'
import { spokenName } from './spoken-name.js'
import { StreamLine } from './stream-line.js'
import { useHeldKey } from './use-held-key.js'
import { useLogs } from './use-logs.js'
import './logs-view.css'

/** What the gateway notes, live, newest first. */
export function LogsView({ query }: { query: string }) {
  const told = readLogFilter(query)
  const { go } = useRouter()
  const { status, board } = useGateway()
  const [search, setSearch] = useSearch(told.search, (text) =>
    go(logsAddress(logFilterQuery({ ...told, search: text })), 'replace'),
  )
  const filter = { ...told, search: useDeferredValue(search) }
  const { book, stream, isCaughtUp, again } = useLogs(streamPath(told))
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const found = useMemo(
    () => book.lines.filter((line) => !isRecord(line) || hasWords(line, filter.search)),
    [book, filter.search],
  )
  const { heldKey, handlers, renew } = useHeldKey(
    found[0]?.key ?? null,
    open.size > 0 && found.some(({ key }) => open.has(key)),
  )
  const { lines, waiting } = heldLines(found, heldKey)
  useRowKeys()
  const nameOf = (id: string) => spokenName(board.book.sessions, id)

  function toggle(key: string) {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }

  return (
    <div className="logs-view">
      <header>
        <h1>Logs</h1>
        <StreamLine stream={stream} isOffline={status.state === 'offline'} onAgain={again} />
      </header>
      <LogFilters filter={{ ...told, search }} lines={book.lines} nameOf={nameOf} onSearch={setSearch} />
      {lines.length > 0 ? (
        <LogList
          {...{ lines, waiting, open, nameOf, handlers }}
          onToggle={toggle}
          onNews={() => {
            renew()
            document.querySelector('main')?.scrollTo({ top: 0 })
          }}
        />
      ) : (
        <NothingLogged
          stream={stream}
          isCaughtUp={isCaughtUp}
          filter={filter}
          isFiltered={isFilteringLogs(filter)}
          onClear={() => setSearch('')}
          onAgain={again}
        />
      )}
      {book.isCut && (
        <p className="logs-cut">
          The newest {MOST_LINES.toLocaleString('en')} are shown. A filter or a shorter time shows what lies
          further back.
        </p>
      )}
    </div>
  )
}
