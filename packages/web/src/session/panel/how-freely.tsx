import { GatewayError } from '@signalbox/client'
import { AGENT_MODES, type AgentMode, AUTONOMY_PROFILES, type AutonomyProfile } from '@signalbox/protocol'
import { type ChangeEvent, useId, useState } from 'react'
import { useGateway } from '../../gateway/gateway-context.js'
import type { Facts } from '../feed/facts.js'
import { PauseLever } from './pause-lever.js'

const MODES: Record<AgentMode, string> = {
  implement: 'Implement',
  ideate: 'Think of ideas',
  plan: 'Plan',
  high_agency: 'On its own',
}
const PROFILES: Record<AutonomyProfile, string> = {
  ask_every_time: 'Asks every time',
  recommended: 'Reads without asking',
  auto_pilot: 'Asks to delete only',
  never_ask: 'Never asks',
}

/** What the agent is to do, what it may do without asking, and whether new turns start. */
export function HowFreely({ facts: { session, mode, autonomyProfile } }: { facts: Facts }) {
  const { client, status } = useGateway()
  const [problem, setProblem] = useState('')
  const offline = status.state !== 'live'

  async function change(send: Promise<unknown>) {
    setProblem('')
    try {
      await send
    } catch (error) {
      setProblem(error instanceof GatewayError ? error.message : 'That could not be sent.')
    }
  }

  return (
    <section aria-label="How freely it works" className="freely">
      <h2>How freely it works</h2>
      <Choice
        label="Mode"
        value={mode}
        options={AGENT_MODES}
        words={MODES}
        disabled={offline}
        onChoose={(chosen) => change(client.switchMode(session.id, chosen))}
      />
      <Choice
        label="Autonomy"
        value={autonomyProfile}
        options={AUTONOMY_PROFILES}
        words={PROFILES}
        disabled={offline}
        onChoose={(chosen) => change(client.setAutonomyProfile(session.id, chosen))}
      />
      {problem !== '' && <p role="alert">{problem}</p>}
      {!session.archived && <PauseLever session={session} />}
    </section>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly T[]
  words: Record<T, string>
  disabled: boolean
  onChoose: (value: T) => void
}

function Choice<T extends string>({ label, value, options, words, disabled, onChoose }: ChoiceProps<T>) {
  const id = useId()
  function choose({ target }: ChangeEvent<HTMLSelectElement>) {
    const chosen = options.find((option) => option === target.value)
    if (chosen !== undefined) onChoose(chosen)
  }
  return (
    <p className="choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} disabled={disabled} onChange={choose}>
        {options.map((option) => (
          <option key={option} value={option}>
            {words[option]}
          </option>
        ))}
      </select>
    </p>
  )
}
