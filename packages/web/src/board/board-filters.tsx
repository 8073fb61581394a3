import { SearchField } from '../page/search-field.js'
import { sessionsAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { useRouter } from '../route/router.js'
import { agentName } from './agent-mark.js'
import { type Filter, filterQuery } from './filter.js'
import { LAMP_WORDS, LAMPS, type Lamp } from './lamp-of.js'
import './board-filters.css'

interface BoardFiltersProps {
  /** With what is typed: the address follows when the typing pauses. */
  filter: Filter
  /** How many there are of each state, among those the rest of the filter leaves. */
  counts: ReadonlyMap<Lamp, number>
  agents: readonly string[]
  onSearch: (search: string) => void
}

/** What is shown of the board: by state, agent, origin, and by words. All of it is in the address. */
export function BoardFilters({ filter, counts, agents, onSearch }: BoardFiltersProps) {
  const { go } = useRouter()
  const address = (change: Partial<Filter>) => sessionsAddress(filterQuery({ ...filter, ...change }))
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const shown = LAMPS.filter((lamp) => (counts.get(lamp) ?? 0) > 0 || filter.lamp === lamp)
  return (
    <search className="board-filters">
      <SearchField
        label="Search sessions"
        hint="Name, folder, agent, action"
        search={filter.search}
        onSearch={onSearch}
      />
      <div className="rail">
        <fieldset className="states">
          <legend className="unseen">By state</legend>
          <Link to={address({ lamp: null })} aria-current={filter.lamp === null ? 'true' : undefined}>
            All <span className="count">{all}</span>
          </Link>
          {shown.map((lamp) => (
            <Link
              key={lamp}
              to={address({ lamp: filter.lamp === lamp ? null : lamp })}
              aria-current={filter.lamp === lamp ? 'true' : undefined}
              data-lamp={lamp}
            >
              {LAMP_WORDS[lamp]} <span className="count">{counts.get(lamp) ?? 0}</span>
            </Link>
          ))}
        </fieldset>
        <div className="choices">
          <select
            aria-label="Agent"
            value={filter.agent ?? ''}
            onChange={({ target }) => go(address({ agent: target.value || null }))}
          >
            <option value="">Every agent</option>
            {agents.map((agent) => (
              <option key={agent} value={agent}>
                {agentName(agent)}
              </option>
            ))}
          </select>
          <select
            aria-label="Where it runs"
            value={filter.origin ?? ''}
            onChange={({ target }) =>
              go(address({ origin: target.value === '' ? null : (target.value as Filter['origin']) }))
            }
          >
            <option value="">Everywhere</option>
            <option value="observed">In a terminal</option>
            <option value="driven">Run by Signalbox</option>
          </select>
          <Link
            to={address({ archived: !filter.archived, lamp: null })}
            className="toggle"
            aria-current={filter.archived ? 'true' : undefined}
          >
            Archived
          </Link>
        </div>
      </div>
    </search>
  )
}
