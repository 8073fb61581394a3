import { checkPlanFile, type NotifyEnvelope, SignalboxError } from '@signalbox/protocol'
import type { Committed, Log } from '../log/log.js'
import { lateCommit } from './late-commit.js'
import { notifyCommit } from './notify.js'
import { type SessionTarget, SessionTargets } from './session-targets.js'

export interface NotifyIntakeOptions {
  log: Log
  /** Unknown sessions are refused, and progress must name its plan file. */
  strict: boolean
  /** Hears of a notify that came before. */
  onDuplicate?: (notify: Notify, committed: Committed) => void
}

/** A checked envelope, and its payload as it was written. */
export interface Notify {
  envelope: NotifyEnvelope
  payload: string
  /** It is told after the fact, with the time it happened, in ms, where that is known. */
  late?: { occurredAt?: number }
}

/** Brings notify envelopes to the log, each to the session its id means. */
export class NotifyIntake {
  readonly #log: Log
  readonly #strict: boolean
  readonly #targets: SessionTargets
  readonly #onDuplicate: NotifyIntakeOptions['onDuplicate']

  constructor({ log, strict, onDuplicate }: NotifyIntakeOptions) {
    this.#onDuplicate = onDuplicate
    this.#log = log
    this.#strict = strict
    this.#targets = new SessionTargets(log.reader, !strict)
  }

  async take(tenantId: string, notify: Notify): Promise<Committed> {
    const { sessionId } = notify.envelope
    const target = this.#targets.known(tenantId, sessionId) ?? (await this.#targets.find(tenantId, sessionId))
    return this.#commit(tenantId, target, notify)
  }

  /** Several at once, each with its own outcome; those of one session stay in their order. */
  async takeAll(tenantId: string, notifies: readonly Notify[]): Promise<PromiseSettledResult<Committed>[]> {
    const ids = new Set(notifies.map(({ envelope }) => envelope.sessionId))
    // Every target is at hand before the first commit: the log keeps the order in which it is called.
    const targets = new Map(
      await Promise.all(
        Array.from(ids, async (id): Promise<[string, SessionTarget | undefined]> => {
          return [id, this.#targets.known(tenantId, id) ?? (await this.#targets.find(tenantId, id))]
        }),
      ),
    )
    return Promise.allSettled(
      notifies.map((notify) => this.#commit(tenantId, targets.get(notify.envelope.sessionId), notify)),
    )
  }

  async #commit(tenantId: string, target: SessionTarget | undefined, notify: Notify): Promise<Committed> {
    const { envelope } = notify
    if (!target) throw sessionNotFound()
    if (this.#strict) checkPlanFile(envelope)
    try {
      return await this.#send(tenantId, target, notify)
    } catch (error) {
      const gone =
        error instanceof SignalboxError && error.kind === 'sessionNotFound' && target.session.by === 'id'
      if (!gone) throw error
    }
    // It was deleted after its id was looked up: the id means another session now, or none.
    this.#targets.forget(tenantId, envelope.sessionId)
    const next = await this.#targets.find(tenantId, envelope.sessionId)
    if (!next) throw sessionNotFound()
    return this.#send(tenantId, next, notify)
  }

  async #send(
    tenantId: string,
    target: SessionTarget,
    { envelope, payload, late }: Notify,
  ): Promise<Committed> {
    const { session, usual } = target
    const commit = notifyCommit(tenantId, session, envelope, payload, usual ? undefined : envelope.sessionId)
    const committed = await this.#log.commit(late ? lateCommit(commit, late.occurredAt) : commit)
    if (session.by === 'alias') this.#targets.learn(tenantId, envelope.sessionId, committed.sessionId)
    if (committed.duplicate) this.#onDuplicate?.({ envelope, payload }, committed)
    return committed
  }
}

function sessionNotFound(): SignalboxError {
  return new SignalboxError('sessionNotFound', 'session not found', { field: 'session_id' })
}
