import type { Diagnosis, Finding } from '@signalbox/protocol'
import { useCallback, useEffect, useState } from 'react'
import { useGateway } from '../gateway/gateway-context.js'
import { readJson } from '../gateway/read-json.js'
import { Command } from '../page/command.js'
import { useNow } from '../page/use-now.js'
import { AgentCard } from './agent-card.js'
import { asTyped } from './as-typed.js'
import { CONNECTABLE, ownFindings } from './connectable.js'
import { FindingRow } from './finding-row.js'
import { heardOf } from './heard-of.js'
import './connect-view.css'

const TICK_MS = 10_000

/** How agents in terminals are connected, and whether they are: what to type, and what the doctor finds. */
export function ConnectView() {
  const { board } = useGateway()
  const now = useNow(TICK_MS)
  const [diagnosis, setDiagnosis] = useState<Diagnosis | undefined | null>(null)
  const read = useCallback(() => {
    readJson<Diagnosis>('/api/doctor').then((answer) =>
      setDiagnosis(answer.kind === 'read' ? answer.value : undefined),
    )
  }, [])
  useEffect(() => {
    read()
    // Who comes back from the terminal wants to see what changed there.
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [read])

  const checks: readonly Finding[] = diagnosis?.checks ?? []
  const options = diagnosis?.options ?? ''
  const sessions = [...board.book.sessions.values()]
  return (
    <div className="connect-view">
      <h1>Connect an agent</h1>
      <p className="lead">
        Type the command in a terminal on the machine of the gateway, in the folder of Signalbox. It shows
        every change to the settings of the agent and asks before it writes; your own hooks stay. Sessions
        that run already take part once they are started again.
      </p>
      <ul className="agents">
        {CONNECTABLE.map((agent) => (
          <AgentCard
            key={agent.id}
            agent={agent}
            finding={checks.find(({ name }) => name === agent.id)}
            isKnown={diagnosis !== null && diagnosis !== undefined}
            heard={heardOf(sessions, agent.id)}
            command={asTyped(`signalbox setup ${agent.id}`, options)}
            now={now}
          />
        ))}
      </ul>
      <section className="doctor" aria-labelledby="doctor">
        <header>
          <h2 id="doctor">What the doctor finds</h2>
          <button type="button" className="link" onClick={read}>
            Look again
          </button>
        </header>
        {diagnosis === null && <p className="loading">Looking…</p>}
        {diagnosis === undefined && <p>This gateway cannot look by itself. In the terminal, type</p>}
        {diagnosis && (
          <ul className="findings" aria-label="Findings">
            {ownFindings(diagnosis.checks).map((finding) => (
              <FindingRow key={finding.name} finding={finding} options={options} />
            ))}
          </ul>
        )}
        {diagnosis && (
          <p className="aside">
            Read from the settings on the machine of the gateway; nothing was run. With the versions of the
            agents:
          </p>
        )}
        {diagnosis !== null && <Command text={asTyped('signalbox doctor', options)} />}
      </section>
    </div>
  )
}
