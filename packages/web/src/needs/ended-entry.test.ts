import { expect, it } from 'vitest'
import { endedEntry } from './ended-entry.js'
import { permissionEntry } from './request-entry.fixture.js'

const entry = permissionEntry({})
const ended = permissionEntry({}, { status: 'resolved', outcome: 'approved' })

it('is as it ended, and before that is known as one that is over', () => {
  expect(endedEntry(entry, { ended: [ended] })).toBe(ended)
  expect(endedEntry(entry, { ended: [{ ...ended, sessionId: 'another' }] })).toEqual({
    ...entry,
    status: 'closed',
  })
})
