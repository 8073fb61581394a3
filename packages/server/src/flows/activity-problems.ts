import { setTimeout } from 'node:timers/promises'
import { type ActivityId, type FlowBinding, type Rendered, renderProblem } from '@signalbox/protocol/flow'
import type { Typist } from '../delivery/typist.js'
import type { Log } from '../log/log.js'
import { oneMoment, type TargetReader } from './activities/find-target.js'
import { findTarget, NO_PANE } from './activities/send-to-terminal.js'
import { BoundedMap } from './bounded-map.js'
import { type WebhookAddresses, WebhookRefused } from './webhook-address.js'

export interface ActivityProblemsDeps {
  log: Pick<Log, 'snapshot'> & { reader: TargetReader }
  /** The agents that are declared. */
  agents: () => readonly string[]
  addresses: Pick<WebhookAddresses, 'closed' | 'find'>
  typist: Pick<Typist, 'paneOf'>
  now: () => number
}

/** Who tries it, and whether names may be asked for on their behalf: what they lead to is not for everybody. */
export interface Trying {
  tenantId: string
  asksNames: boolean
}

/** An activity as it would be done. */
export type TriedActivity = FlowBinding & { rendered: Rendered }

type Problem = string | undefined
type ProblemOf = (activity: TriedActivity, moment: Moment) => Promise<Problem> | Problem

/** What is tried together: what many activities would do the same with is looked at once. */
interface Moment {
  trying: Trying
  reader: TargetReader
  /** By the target, as it is written. */
  targets: Map<string, Promise<Problem>>
  sessions: Map<string, Promise<Problem>>
}

/** So long a dry run waits for the addresses of a name, and so long it takes the last answer for true. */
const LOOKUP_MS = 250
const KNOWN_MS = 60_000
const MAX_KNOWN = 100

/** Says why an activity would come to nothing as things are, in the words its delivery would have; with nothing done. */
export class ActivityProblems {
  readonly #deps: ActivityProblemsDeps
  readonly #problems: Readonly<Record<ActivityId, ProblemOf>>
  readonly #known = new BoundedMap<string, { at: number; problem: Problem }>(MAX_KNOWN)
  /** A lookup holds a thread for as long as it takes: never more than one. */
  #looking = false

  constructor(deps: ActivityProblemsDeps) {
    this.#deps = deps
    this.#problems = {
      toast_notification: () => undefined,
      post_webhook: (activity, { trying }) => this.#ofUrl(activity, trying),
      send_to_terminal: (activity, moment) => this.#ofTarget(activity, moment),
      spawn_agent_session: ({ config }) =>
        deps.agents().includes(String(config.agent_id))
          ? undefined
          : `no agent ${String(config.agent_id)} is declared`,
    }
  }

  /** To be asked about all activities of one dry run: they see the sessions as they are in this moment. */
  during(trying: Trying): (activity: TriedActivity) => Promise<Problem> {
    const reader = oneMoment(this.#deps.log.reader)
    const moment: Moment = { trying, reader, targets: new Map(), sessions: new Map() }
    return async (activity) => {
      const { activity_id: id, rendered } = activity
      return renderProblem(id, rendered) ?? (await this.#problems[id](activity, moment))
    }
  }

  #ofTarget({ config }: TriedActivity, moment: Moment): Promise<Problem> {
    const { target_session_id: id, target_agent_name: agent } = config
    return once(moment.targets, JSON.stringify([id, agent]), async () => {
      const { reader, trying, sessions } = moment
      const found = await findTarget({ log: { reader } }, { tenantId: trying.tenantId, config })
      if ('ok' in found) return found.error
      return once(sessions, found.sessionId, () => this.#ofSession(found.sessionId))
    })
  }

  async #ofSession(sessionId: string): Promise<Problem> {
    const { log, typist } = this.#deps
    const state = await log.snapshot(sessionId)
    return state?.meta.origin === 'observed' && !typist.paneOf(state) ? NO_PANE : undefined
  }

  async #ofUrl({ config }: TriedActivity, { asksNames }: Trying): Promise<Problem> {
    const { addresses, now } = this.#deps
    const url = String(config.url ?? '')
    const closed = addresses.closed(url)
    if (closed !== undefined || !asksNames) return closed
    const known = this.#known.get(url)
    if (known && known.at > now() - KNOWN_MS) return known.problem
    if (this.#looking) return undefined
    this.#looking = true
    // Until it is known better, nothing speaks against it: a name that is slow is not waited for again.
    this.#known.set(url, { at: now(), problem: undefined })
    const looked = this.#look(url).finally(() => {
      this.#looking = false
    })
    return Promise.race([looked, setTimeout(LOOKUP_MS, undefined, { ref: false })])
  }

  /** A name that has no address now may have one when it counts. */
  async #look(url: string): Promise<Problem> {
    const { addresses, now } = this.#deps
    const problem = await addresses.find(url).then(
      () => undefined,
      (error: unknown) => (error instanceof WebhookRefused ? error.message : undefined),
    )
    this.#known.set(url, { at: now(), problem })
    return problem
  }
}

function once<T>(known: Map<string, Promise<T>>, key: string, look: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? look()
  known.set(key, found)
  return found
}
