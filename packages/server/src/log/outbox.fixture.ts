import type { ActivityId } from '@signalbox/protocol/flow'
import { onTestFinished } from 'vitest'
import type { Committed } from './log.js'
import type { Operation } from './operations.js'
import type { DeliveryKey, DueQuery, OutboxReads, OutboxStep, Settled, TakenBinding } from './outbox.js'
import { errorOf } from './refusal.js'
import { openForWriting } from './sqlite/open.js'
import { readStore } from './sqlite/read-store.js'
import { writeStore } from './sqlite/write-store.js'
import { notify, tempDir } from './testing.js'
import { Writer } from './writer.js'

export const EPOCH = 'e'
export const DAY = 24 * 3600_000
export const AFTER_CRASH = {
  toast_notification: 'again',
  post_webhook: 'again',
  send_to_terminal: 'unknown',
  spawn_agent_session: 'again',
} as const
export const binding = (triggerId: string, activityId: ActivityId): TakenBinding => ({
  ...{ triggerId, index: 0, activityId },
  config: { of: triggerId },
})
/** Two that may be done again after a crash, and one that may not. */
export const BINDINGS = [
  binding('hook', 'post_webhook'),
  binding('toast', 'toast_notification'),
  binding('pane', 'send_to_terminal'),
]
export const WANTED: DueQuery['wanted'] = BINDINGS.map(({ activityId }) => ({
  activityId,
  many: 50,
  ofOne: 50,
}))

/** The writer and the reads of the outbox on a real file, in this thread, with the clock in the hand of the test. */
export function outbox() {
  let ids = 0
  const clock = { now: 1_000_000 }
  const newId = () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`
  const file = openForWriting(
    { dataDir: tempDir(), synchronous: 'OFF', restored: false, startedAt: clock.now },
    newId,
  )
  onTestFinished(() => file.close())
  const writer = new Writer({
    ...{ store: writeStore(file.db), usedBytes: () => 0, now: () => clock.now, newId },
    ...{ startedAt: clock.now, offset: file.offset },
  })
  const reads = readStore(file.db, { epoch: EPOCH, startedAt: clock.now })
  /** The same reads as the main thread sees them. */
  const reader: Pick<OutboxReads, 'delivery' | 'deliveryKey' | 'prunable' | 'dueDeliveries'> = {
    delivery: async (...of) => reads.delivery(...of),
    deliveryKey: async (...of) => reads.deliveryKey(...of),
    prunable: async (limits) => reads.prunable(limits),
    dueDeliveries: async (query) => reads.dueDeliveries(query),
  }
  const run = (operation: Operation) => {
    const [outcome] = writer.run([operation]).outcomes
    if (!outcome?.ok) throw outcome ? errorOf(outcome.refusal) : new Error('no outcome')
    return outcome.answer
  }
  const step = (one: OutboxStep) => run({ kind: 'outbox', step: one })
  let head = 0
  return {
    ...{ clock, reads, reader, run, step },
    happen(name = 's'): { offset: number; id: string; sessionId: string } {
      const { sessionId, first } = run({
        kind: 'commit',
        commit: notify(name, undefined, { type: 'x' }),
      }) as Committed
      head = reads.readAll('local', 0, 10_000).events.at(-1)?.offset ?? 0
      return { offset: head, id: first?.id ?? '', sessionId }
    },
    take: (cursor: number, offsets: readonly number[], bindings = BINDINGS) =>
      step({
        step: 'take',
        epoch: EPOCH,
        taken: {
          cursor,
          bindings,
          rows: offsets.flatMap((offset) => bindings.map((_, n) => ({ offset, binding: n }))),
        },
      }),
    due: (now = clock.now) => reads.dueDeliveries({ now, wanted: WANTED, running: new Map() }).due,
    begin: (keys: readonly DeliveryKey[]) => step({ step: 'begin', keys }) as DeliveryKey[],
    settle: (outcomes: readonly Settled[]) => step({ step: 'settle', outcomes }),
    recover: () => step({ step: 'recover', recovery: { afterCrash: AFTER_CRASH, restored: false } }),
    statusOf: (id: string) => reads.delivery('local', id)?.status,
    count: (table: string) =>
      (file.db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n,
  }
}
