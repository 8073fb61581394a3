import type { SessionMeta } from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'
import { shortAge } from '../text/short-age.js'
import { shortFolder } from '../text/short-folder.js'
import { LampLight } from './lamp-light.js'
import { lampOf } from './lamp-of.js'
import { sessionName } from './session-name.js'
import './session-row.css'

interface SessionRowProps {
  session: SessionMeta
  /** Why it needs a person; undefined when it does not, or nobody said why. */
  need: string | undefined
  selected: boolean
  now: number
  onOpen: (sessionId: string) => void
}

/** One session as an instrument: lamp, name, agent, folder, how long it is so. */
export function SessionRow({ session, need, selected, now, onOpen }: SessionRowProps) {
  const lamp = lampOf(session.status, need !== undefined)
  return (
    <li>
      <button
        type="button"
        className="session-row"
        data-row
        data-lamp={lamp}
        aria-current={selected}
        onClick={() => onOpen(session.id)}
      >
        <LampLight lamp={lamp} />
        <span className="name foreign">{sessionName(session)}</span>
        <span className="agent foreign">{agentName(session)}</span>
        <span className="folder foreign" title={session.cwd ? neutralise(session.cwd) : undefined}>
          {session.cwd ? shortFolder(session.cwd) : ''}
        </span>
        <time className="age" dateTime={new Date(session.updatedAt).toISOString()}>
          {shortAge(now - session.updatedAt)}
        </time>
        {need && lamp === 'needs' && <span className="need foreign">{neutralise(need)}</span>}
      </button>
    </li>
  )
}

/** Nobody is helped by reading "unknown". */
function agentName({ agentType }: SessionMeta): string {
  return agentType === 'unknown' ? '' : neutralise(agentType)
}
