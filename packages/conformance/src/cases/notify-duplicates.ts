import type { ConformanceCase } from '../case.js'
import { expectMatch, expectSame } from '../engine/failure.js'

/** The same event_id twice. */
export const notifyDuplicates: readonly ConformanceCase[] = [
  {
    id: 'notify-duplicate',
    verifies: ['NOTIFY-070', 'NOTIFY-091'],
    title: 'the same envelope twice is one event',
    async run(context) {
      const name = context.name()
      const payload = { type: 'agent-turn-complete', 'turn-id': '1', 'last-assistant-message': 'Done.' }
      const first = await context.represent(name, payload, { event_id: 'e' })
      const events = await context.events(name)
      expectMatch('the first time', first.duplicate, false)
      await context.notify(name, payload, { event_id: 'e' })
      const again = await context.represent(name, payload, { event_id: 'e' })
      expectSame('the second time', again, { ...first, duplicate: true })
      expectSame('the events', await context.events(name), events)
    },
  },
  {
    id: 'notify-same-value',
    verifies: ['NOTIFY-071'],
    title: 'key order, raw and occurred_at make no conflict',
    async run(context) {
      const name = context.name()
      const first = await context.represent(
        name,
        { type: 'x', a: { b: 1, c: 2 } },
        { event_id: 'e', raw: 'one' },
      )
      const again = await context.represent(
        name,
        { a: { c: 2, b: 1 }, type: 'x' },
        { event_id: 'e', raw: 'two', occurred_at: '2026-01-28T20:17:42Z' },
      )
      expectSame('the second time', again, { ...first, duplicate: true })
    },
  },
  {
    id: 'notify-duplicate-per-session',
    verifies: ['NOTIFY-072'],
    title: 'another session has event_ids of its own',
    async run(context) {
      const [one, other] = [context.name(), context.name()]
      await context.notify(one, { type: 'x' }, { event_id: 'e' })
      const told = await context.represent(other, { type: 'y' }, { event_id: 'e' })
      expectMatch('it is an event', told.duplicate, false)
    },
  },
  {
    id: 'notify-without-event-id',
    verifies: ['NOTIFY-073'],
    title: 'two equal envelopes without event_id',
    async run(context) {
      const name = context.name()
      const first = await context.represent(name, { type: 'x' })
      const second = await context.represent(name, { type: 'x' })
      expectMatch('the second', second, { duplicate: false, seq: first.seq + 1 })
    },
  },
]
