import type { Finding } from '@signalbox/protocol'
import { AgentMark } from '../board/agent-mark.js'
import { Command } from '../page/command.js'
import { neutralise } from '../text/neutralise.js'
import { shortAge } from '../text/short-age.js'
import type { Connectable } from './connectable.js'
import { FindingLamp } from './finding-row.js'
import type { Heard } from './heard-of.js'

interface AgentCardProps {
  agent: Connectable
  /** What the doctor found of it; undefined when it is not on that machine, or nobody looked. */
  finding: Finding | undefined
  /** Whether the doctor looked. */
  isKnown: boolean
  heard: Heard | undefined
  command: string
  now: number
}

/** One agent: whether it is connected, when it was heard of, and what to type. */
export function AgentCard({ agent, finding, isKnown, heard, command, now }: AgentCardProps) {
  return (
    <li className="agent-card">
      <h2>
        <AgentMark agent={agent.id} />
      </h2>
      <p className="says">{agent.says}</p>
      <dl>
        <dt>Set up</dt>
        <dd>
          {finding ? (
            <>
              <FindingLamp lamp={finding.lamp} /> <span className="foreign">{neutralise(finding.says)}</span>
            </>
          ) : (
            (isKnown && 'Not found on the machine of the gateway') || 'Not known'
          )}
        </dd>
        <dt>Heard of</dt>
        <dd>{heard ? heardText(heard, now) : 'Nothing yet'}</dd>
      </dl>
      <Command text={command} />
    </li>
  )
}

function heardText({ sessions, last }: Heard, now: number): string {
  const age = shortAge(now - last)
  return `${sessions} ${sessions === 1 ? 'session' : 'sessions'}, ${age === 'now' ? 'just now' : `${age} ago`}`
}
