import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { FirstRun } from '../first-run/first-run.js'
import { useGateway } from '../gateway/gateway-context.js'
import { useNewSession } from '../new-session/new-session-context.js'
import { useRowKeys } from '../page/use-row-keys.js'
import { sessionsAddress } from '../route/address.js'
import { useRouter } from '../route/router.js'
import { BoardFilters } from './board-filters.js'
import { type BoardRow, boardRow, passes } from './board-row.js'
import { byNeed } from './by-need.js'
import { DeleteDialog } from './delete-dialog.js'
import { type Filter, filterQuery, readFilter } from './filter.js'
import type { Lamp } from './lamp-of.js'
import { NothingShown } from './nothing-shown.js'
import { RenameDialog } from './rename-dialog.js'
import type { RowAction } from './row-actions.js'
import { SaidLine } from './said-line.js'
import { SessionList } from './session-list.js'
import { useArchived } from './use-archived.js'
import { useSearch } from './use-search.js'
import { useSessionActions } from './use-session-actions.js'
import './sessions-view.css'

/** All sessions, those that need a person first, by what the address says. */
export function SessionsView({ query }: { query: string }) {
  const { board, loadMore } = useGateway()
  // Many events at once are drawn once, and typing comes first.
  const { book, glances, next } = useDeferredValue(board)
  const told = readFilter(query)
  const { go } = useRouter()
  const [search, setSearch] = useSearch(told.search, (text) =>
    go(sessionsAddress(filterQuery({ ...told, search: text })), 'replace'),
  )
  const filter: Filter = { ...told, search: useDeferredValue(search) }
  const isEmpty = book.sessions.size === 0
  const archived = useArchived(told.archived || isEmpty)
  const actions = useSessionActions()
  const { open: openNew } = useNewSession()
  const [asked, setAsked] = useState<{ action: RowAction; row: BoardRow } | null>(null)
  useRowKeys()

  const rows = useMemo(() => {
    const shown = told.archived ? (archived ?? new Map()) : book.sessions
    const ofThese = { ...book, sessions: shown }
    return [...shown.values()]
      .sort(byNeed(book.needs, glances))
      .map((session) => boardRow(session, ofThese, glances))
  }, [told.archived, archived, book, glances])
  const shown = rows.filter((row) => passes(row, filter))
  const agents = useMemo(
    () =>
      [...new Set(rows.map(({ session }) => session.agentType))]
        .filter((agent) => agent !== 'unknown')
        .sort(),
    [rows],
  )

  const { archive, unarchive, copyLink, pause, resume } = actions
  const act = useCallback(
    (action: RowAction, row: BoardRow) => {
      const now = { archive, unarchive, copy: copyLink, pause, resume }
      if (action === 'rename' || action === 'delete') setAsked({ action, row })
      else void now[action](row)
    },
    [archive, unarchive, copyLink, pause, resume],
  )

  if (isEmpty && !told.archived && (archived === null || archived.size === 0)) return <FirstRun />
  return (
    <div className="sessions-view">
      <header>
        <h1>{told.archived ? 'Archived sessions' : 'Sessions'}</h1>
        <button type="button" className="button" onClick={() => openNew()}>
          New session
        </button>
      </header>
      <BoardFilters
        filter={{ ...told, search }}
        counts={countsOf(rows, filter)}
        agents={told.agent === null || agents.includes(told.agent) ? agents : [told.agent, ...agents]}
        onSearch={setSearch}
      />
      {shown.length > 0 ? (
        <SessionList rows={shown} onAct={act} />
      ) : (
        <NothingShown
          filter={filter}
          isReading={told.archived && archived === null}
          onClear={() => setSearch('')}
        />
      )}
      {next !== null && !told.archived && (
        <button type="button" className="link more" onClick={loadMore}>
          More sessions
        </button>
      )}
      <SaidLine said={actions.said} onDismiss={actions.dismiss} />
      {asked?.action === 'rename' && <RenameDialog row={asked.row} onClose={() => setAsked(null)} />}
      {asked?.action === 'delete' && <DeleteDialog row={asked.row} onClose={() => setAsked(null)} />}
    </div>
  )
}

function countsOf(rows: readonly BoardRow[], filter: Filter): ReadonlyMap<Lamp, number> {
  const counts = new Map<Lamp, number>()
  for (const row of rows) {
    if (passes(row, filter, 'lamp')) counts.set(row.lamp, (counts.get(row.lamp) ?? 0) + 1)
  }
  return counts
}
