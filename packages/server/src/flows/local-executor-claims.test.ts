import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { binding, EPOCH, outbox } from '../log/outbox.fixture.js'
import type { Outbox } from '../log/outbox.js'
import { outboxClient } from '../log/outbox-client.js'
import { Journal } from '../telemetry/journal.js'
import type { ActivityOutcome } from './activity-runner.js'
import { EventFields } from './event-fields.js'
import { LocalExecutor } from './local-executor.js'
import { RunnerInHand, runnersInHand } from './testing.js'

/** A session that nobody has given a name, deliveries that set nothing off, and all the time there is. */
const SURROUNDINGS = {
  sessions: { find: async (id: string) => ({ id, aliases: [], name: null, names: [id] }) },
  guard: { began() {}, touches() {}, ended() {} },
  pace: { crowded: false, rest: async () => {} },
}

/** An executor over an outbox in this thread: once nothing is left to be done at once, it has come to rest. */
function executing(changed: (outbox: Outbox) => Partial<Outbox> = () => ({})) {
  const box = outbox()
  const client = outboxClient(async (step) => box.step(step), box.reader, EPOCH)
  const hook = new RunnerInHand({ concurrency: 4 })
  const began = performance.now()
  const clock = { ahead: 0 }
  const now = () => box.clock.now + clock.ahead + (performance.now() - began)
  const executor = new LocalExecutor({
    ...{ log: { outbox: { ...client, ...changed(client) }, reader: box.reader }, ...SURROUNDINGS },
    ...{ runners: runnersInHand({ post_webhook: hook }), fields: new EventFields() },
    journal: new Journal({ level: 'error', now, write: () => {} }),
    ...{ now, clock: () => performance.now(), random: () => 0 },
    ...{ paused: () => false, onSettled: () => {} },
  })
  onTestFinished(() => executor.close())
  return {
    ...{ box, hook, clock, executor },
    /** One more event that this trigger waited for; the id of its delivery. */
    matched(trigger: string): string {
      const { offset, id } = box.happen()
      box.take(offset, [offset], [binding(trigger, 'post_webhook')])
      executor.wake()
      return `${id}/${trigger}/0`
    },
    asked: () => hook.tasks.map(({ deliveryId }) => deliveryId),
  }
}

/** A promise in the hand of the test. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** No answer while the executor runs. */
const unanswered = (signal: AbortSignal) =>
  new Promise<ActivityOutcome>((resolve) => {
    signal.addEventListener('abort', () => resolve({ ok: false, error: 'stopped', retry: true }))
  })

it('does nothing about what somebody else did since it looked', async () => {
  const { executor, matched, asked, box } = executing((client) => ({
    async begin(keys) {
      const quicker = await client.begin(keys.slice(0, 1))
      await client.settle(quicker.map((key) => ({ ...key, status: 'done' })))
      return client.begin(keys)
    },
  }))
  const [first, second] = [matched('a'), matched('b')]
  executor.start()
  await setImmediate()
  expect(asked()).toEqual([second])
  expect([first, second].map(box.statusOf)).toEqual(['done', 'done'])
})

it('tries again when that is due, also where what became of the first try was long in being written', async () => {
  const written = gate()
  const { executor, hook, matched, clock, box } = executing((client) => ({
    async settle(outcomes) {
      await written.opened
      await client.settle(outcomes)
    },
  }))
  hook.answer = ({ attempt }) => (attempt === 1 ? { ok: false, error: 'no', retry: true } : { ok: true })
  const id = matched('t')
  executor.start()
  await setImmediate()
  // It has looked since, found nothing to wait for, and rests.
  expect(box.statusOf(id)).toBe('running')
  clock.ahead += 990
  written.open()
  await hook.asked(2)
  await setImmediate()
  expect(box.statusOf(id)).toBe('done')
})

it('gives a binding whose receiver does not answer three of four places: another is served at once', async () => {
  const { executor, hook, matched, asked } = executing()
  hook.answer = ({ triggerId }, signal) => (triggerId === 'slow' ? unanswered(signal) : { ok: true })
  const slow = Array.from({ length: 6 }, () => matched('slow'))
  executor.start()
  await setImmediate()
  expect(asked()).toEqual(slow.slice(0, 3))
  const quick = matched('quick')
  await setImmediate()
  expect(asked().slice(3)).toEqual([quick])
})
