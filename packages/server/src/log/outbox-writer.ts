import { SignalboxError } from '@signalbox/protocol'
import type { Answer } from './operations.js'
import type { DeliveryKey, OutboxStep, Settled, Taken, TakenBinding } from './outbox.js'
import type { DeliveryWrites } from './sqlite/delivery-writes.js'

/** What an answer may be long: the row is for people to look at. */
export const MAX_RESPONSE = 16 * 1024
const MAX_ERROR = 2 * 1024

/** Does one step of the outbox, inside the transaction of its group. */
export function performOutbox(store: DeliveryWrites, step: OutboxStep, now: number): Answer {
  switch (step.step) {
    case 'take':
      return take(store, step.epoch, step.taken, now)
    case 'begin':
      return step.keys.filter((key) => store.begin(key, now))
    case 'settle':
      for (const outcome of step.outcomes) settle(store, outcome, now)
      return true
    case 'retry':
      return retry(store, step.key, step.renewed, now)
    case 'recover':
      return store.recover(step.recovery, now)
    case 'drop':
      for (const key of step.rows) store.drop(key)
      for (const key of step.bindings) store.forget(key, step.unusedSince)
      return true
  }
}

/** What is at or before the cursor was taken with it: the same once more, also with other triggers, changes nothing. */
function take(store: DeliveryWrites, epoch: string, { cursor, bindings, rows }: Taken, now: number): true {
  const matched = store.matched()
  const before = matched?.epoch === epoch ? matched.offset : -1
  const keys = new Map<number, number>()
  for (const row of rows) {
    const binding = bindings[row.binding]
    if (row.offset <= before || !binding) continue
    const key = keys.get(row.binding) ?? store.bindingKey(binding, now)
    keys.set(row.binding, key)
    store.add(row, key, now)
  }
  if (cursor > before) store.saveMatched(epoch, cursor)
  return true
}

function settle(store: DeliveryWrites, outcome: Settled, now: number): void {
  const { response } = outcome
  store.settle(outcome, {
    status: outcome.status,
    due: outcome.status === 'pending' ? outcome.due : null,
    error: outcome.status === 'done' ? null : (outcome.error?.slice(0, MAX_ERROR) ?? null),
    turn: outcome.status === 'done' ? (outcome.turnId ?? null) : null,
    response: response === undefined ? null : boundedJson(response),
    attempts: outcome.status === 'pending' && outcome.uncounted ? -1 : 0,
    now,
  })
}

/** As JSON; one that is too long keeps what is short in it, and says so. */
export function boundedJson(response: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(response)
  if (text.length <= MAX_RESPONSE) return text
  const share = Math.floor(MAX_RESPONSE / 4 / Math.max(1, Object.keys(response).length))
  const cut = Object.entries(response).map(([key, value]) => {
    if (typeof value !== 'string') return [key, JSON.stringify(value).length <= share ? value : null]
    return [key, value.length <= share ? value : `${value.slice(0, share)}…`]
  })
  const bounded = JSON.stringify({ ...Object.fromEntries(cut), cut: true })
  return bounded.length <= MAX_RESPONSE ? bounded : '{"cut":true}'
}

const BUSY: Readonly<Record<string, string>> = {
  pending: 'this delivery is going to be tried anyway',
  running: 'this delivery is under way',
  done: 'this delivery is done',
}

function retry(
  store: DeliveryWrites,
  key: DeliveryKey,
  renewed: TakenBinding | undefined,
  now: number,
): true {
  const row = store.find(key)
  if (!row) throw new SignalboxError('notFound', 'there is no such delivery')
  const busy = row.orphaned ? 'the event of this delivery is no longer kept' : BUSY[row.status]
  if (busy !== undefined) throw new SignalboxError('conflict', busy)
  store.again(key, renewed ? store.bindingKey(renewed, now) : key.binding, now)
  return true
}
