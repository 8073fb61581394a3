import { setMaxListeners } from 'node:events'
import type { EventType } from '@signalbox/protocol'
import { type ConformanceCase, DEFAULT_NEEDS, type Need } from '../case.js'
import { Context, type StartGateway } from './context.js'
import { Failure } from './failure.js'
import type { OwnGateway } from './own-gateway.js'
import { removeSessions } from './remove-sessions.js'
import { removeTriggers } from './remove-triggers.js'
import type { Target } from './target.js'
import { Witness } from './witness.js'

export interface CaseResult {
  case: ConformanceCase
  outcome: 'passed' | 'failed' | 'skipped'
  /** Why it failed, or what it needs. */
  why: string
  ms: number
  /** The event types it saw. */
  types: readonly EventType[]
}

const NEEDED: Record<Need, string> = {
  open: 'a gateway without --strict',
  strict: '--strict',
  token: 'a gateway without --dev',
  dev: '--dev',
  flows: 'flows that may be replaced',
  webhooks: '127.0.0.1 open to webhooks',
  own: 'a gateway of its own',
  slow: '--slow',
}

/** How long a case may take: those that need more say so. */
const LIMIT_MS: Partial<Record<Need, number>> = { own: 18_000, slow: 75_000 }
const USUAL_LIMIT_MS = 10_000
/** An agent takes its time, and several share the machine. */
const BESIDE_LIMIT_MS = 30_000

/** Runs one case against the first gateway that has all it needs; where there is none it is skipped, never passed. */
export async function runCase(
  one: ConformanceCase,
  targets: readonly Target[],
  start: StartGateway,
  limitMs = limitOf(one),
): Promise<CaseResult> {
  const begun = performance.now()
  const needs = one.needs ?? DEFAULT_NEEDS
  const target = targets.find(({ has }) => needs.every((need) => has.has(need)))
  if (!target) return { case: one, outcome: 'skipped', why: missing(needs, targets), ms: 0, types: [] }
  const witness = new Witness()
  const why = await attempt(one, target, witness, start, limitMs)
  return {
    case: one,
    outcome: why === undefined ? 'passed' : 'failed',
    why: why ?? '',
    ms: Math.round(performance.now() - begun),
    types: [...witness.types],
  }
}

/** What went wrong; undefined when nothing did. */
async function attempt(
  one: ConformanceCase,
  target: Target,
  witness: Witness,
  start: StartGateway,
  limitMs: number,
): Promise<string | undefined> {
  const own: OwnGateway[] = []
  const deadline = new AbortController()
  // Every socket of the case listens to it.
  setMaxListeners(0, deadline.signal)
  const timer = setTimeout(() => deadline.abort(), limitMs)
  const context = new Context(target, witness, deadline.signal, async (options) => {
    const gateway = await start(options)
    own.push(gateway)
    return gateway
  })
  try {
    await one.run(context)
    return witness.faults[0]
  } catch (error) {
    if (error instanceof Failure) return error.message
    return deadline.signal.aborted ? `it took more than ${limitMs} ms` : String(error)
  } finally {
    clearTimeout(timer)
    context.end()
    await removeTriggers(context.triggers())
    if (target.borrowed) await removeSessions(target, context.sessions())
    await Promise.all(own.map((gateway) => gateway.stop()))
  }
}

function limitOf({ needs = DEFAULT_NEEDS, beside }: ConformanceCase): number {
  const usual = beside ? BESIDE_LIMIT_MS : USUAL_LIMIT_MS
  return Math.max(usual, ...needs.map((need) => LIMIT_MS[need] ?? 0))
}

/** The needs no gateway at hand has; all of them when each is there, but not together. */
function missing(needs: readonly Need[], targets: readonly Target[]): string {
  const lacking = needs.filter((need) => !targets.some(({ has }) => has.has(need)))
  return `needs ${(lacking.length > 0 ? lacking : needs).map((need) => NEEDED[need]).join(' and ')}`
}
