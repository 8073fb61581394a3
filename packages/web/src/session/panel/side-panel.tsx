import type { Plan, Usage } from '@signalbox/protocol'
import { LampLight } from '../../board/lamp-light.js'
import { sessionLamp } from '../../board/lamp-of.js'
import { needText } from '../../board/session-book.js'
import { useGateway } from '../../gateway/gateway-context.js'
import { useNow } from '../../page/use-now.js'
import { shortDuration } from '../../show/duration.js'
import { neutralise } from '../../text/neutralise.js'
import { isOwnFolder } from '../../text/own-folder.js'
import { shortFolder } from '../../text/short-folder.js'
import { OthersLooking } from '../../viewers/viewers-context.js'
import type { Facts } from '../feed/facts.js'
import { exactCost, percent, tokenCount } from './amounts.js'
import { HowFreely } from './how-freely.js'
import { Meter } from './meter.js'
import { PlanSteps } from './plan-steps.js'
import './side-panel.css'

/** What stands beside the conversation: state, plan, meters, and how freely the agent works. */
export function SidePanel({ facts }: { facts: Facts }) {
  const { session, plan, usage } = facts
  const model = usage.turns.at(-1)?.model
  return (
    <aside className="side-panel" aria-label="About this session">
      <State facts={facts} />
      <OthersLooking sessionId={session.id} />
      <dl className="about">
        {session.agentType !== 'unknown' && <Pair name="Agent" value={neutralise(session.agentType)} />}
        {model && <Pair name="Model" value={neutralise(model)} />}
        {session.cwd !== null && (
          <Pair
            name="Folder"
            value={isOwnFolder(session.cwd) ? 'a folder of its own' : shortFolder(session.cwd)}
            title={neutralise(session.cwd)}
          />
        )}
        <Pair name="Runs" value={session.origin === 'driven' ? 'from here' : 'in a terminal of its own'} />
      </dl>
      {plan && plan.steps.length > 0 && <PlanPart plan={plan} />}
      <UsagePart usage={usage} />
      {session.origin === 'driven' && <HowFreely facts={facts} />}
    </aside>
  )
}

function State({ facts }: { facts: Facts }) {
  const { board } = useGateway()
  const { session, turn } = facts
  const glance = board.glances.get(session.id)
  const lamp = sessionLamp(session, needText(board.book, session.id) !== undefined, glance)
  const action = glance?.action
  return (
    <div className="state">
      <LampLight lamp={lamp} />
      {turn && <Elapsed since={turn.startedAt} />}
      {turn && action && <p className="foreign">{neutralise(action)}</p>}
    </div>
  )
}

function Elapsed({ since }: { since: number }) {
  const now = useNow(1000)
  return (
    <span className="elapsed">{shortDuration(Math.max(0, Math.floor((now - since) / 1000) * 1000))}</span>
  )
}

function Pair({ name, value, title }: { name: string; value: string; title?: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="foreign" title={title}>
        {value}
      </dd>
    </>
  )
}

function PlanPart({ plan }: { plan: Plan }) {
  const over = plan.steps.filter(({ status }) => status === 'completed' || status === 'skipped').length
  return (
    <section aria-label="Plan">
      <h2>Plan</h2>
      {plan.title !== '' && <p className="plan-title foreign">{neutralise(plan.title)}</p>}
      <Meter label="Steps" value={over} max={plan.steps.length} text={`${over} of ${plan.steps.length}`} />
      <PlanSteps plan={plan} />
    </section>
  )
}

const COUNTS = [
  { key: 'inputTokens', name: 'Tokens in' },
  { key: 'cachedTokens', name: 'of them cached' },
  { key: 'outputTokens', name: 'Tokens out' },
] as const

function UsagePart({ usage }: { usage: Usage }) {
  const { total, context } = usage
  const known = COUNTS.filter(({ key }) => total[key] !== null)
  if (!context && known.length === 0 && total.costMicroDollars === null) return null
  return (
    <section aria-label="Usage">
      <h2>Usage</h2>
      {context && (
        <Meter
          label="Context"
          value={context.contextTokens}
          max={context.maxContextTokens}
          text={`${tokenCount(context.contextTokens)} of ${tokenCount(context.maxContextTokens)} tokens, ${percent(context.contextTokens, context.maxContextTokens)}`}
        />
      )}
      <dl className="about counts">
        {known.map(({ key, name }) => (
          <Pair key={key} name={name} value={tokenCount(total[key] ?? 0)} />
        ))}
        {total.costMicroDollars !== null && <Pair name="Cost" value={exactCost(total.costMicroDollars)} />}
      </dl>
    </section>
  )
}
