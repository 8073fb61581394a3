import { attributeOf } from '@signalbox/protocol/log-record'
import { expect, it } from 'vitest'
import type { Committed } from '../log/log.js'
import { duplicateRecord } from './duplicate-record.js'

const about = { ts: 1_000, dispatch: { dispatch: 'queued' } } as const
const committed = { sessionId: 'uuid', first: { id: 'event' } } as unknown as Committed

it('says what it was, and that it came before', () => {
  const payload = { type: 'plan-new', 'plan-file': 'a.org', level: 1 }
  const record = duplicateRecord(
    { envelope: { sessionId: 'Codex 1', eventId: 'mine', payload } },
    committed,
    about,
  )()
  const told = (key: string) => attributeOf(record, key)
  expect([told('type'), told('notify.type'), told('notify.event_id')]).toEqual([
    'notify_event',
    'plan-new',
    'mine',
  ])
  expect([told('session.id'), told('session_id'), told('signalbox.session_id')]).toEqual([
    'Codex 1',
    'Codex 1',
    'uuid',
  ])
  expect([told('plan_file'), told('notify.plan-file'), told('level')]).toEqual(['a.org', 'a.org', '1'])
  expect(record.attributes).toContainEqual({ key: 'notify.duplicate', value: { boolValue: true } })
})

it('is short, however much was sent', () => {
  const many = Array.from({ length: 5_000 }, (_, n): [string, string] => [`A-${n}`, 'v'.repeat(200)])
  const payload = { ...Object.fromEntries(many), type: 'x', long: 'v'.repeat(90_000) }
  const record = duplicateRecord({ envelope: { sessionId: 's', payload } }, committed, about)()
  expect(JSON.stringify(record).length).toBeLessThan(40_000)
  const long = duplicateRecord(
    { envelope: { sessionId: 's', payload: { type: 'x', long: 'v'.repeat(90_000) } } },
    committed,
    about,
  )()
  expect(attributeOf(long, 'long')).toBe(`${'v'.repeat(256)}…`)
})
