import { expect, it } from 'vitest'
import { lateCommit } from './late-commit.js'
import { notifyCommit } from './notify.js'

const commit = notifyCommit(
  'local',
  { by: 'id', id: 's' },
  { sessionId: 's', payload: { type: 'approval-requested', 'thread-id': 't', 'approval-type': 'exec' } },
  '{"type":"approval-requested", "n": 1.0}',
)

it('marks every draft, and leaves the payload as it was written', () => {
  const { drafts } = lateCommit(commit, 1794770905728)
  expect(drafts.length).toBeGreaterThan(1)
  for (const draft of drafts) expect(draft).toMatchObject({ late: true, occurredAt: 1794770905728 })
  const { json = '' } = drafts[0] ?? {}
  expect(json).toContain('{"type":"approval-requested", "n": 1.0}')
  expect(JSON.parse(json)).toMatchObject({ notify: {}, late: true, occurredAt: 1794770905728 })
})

it('says no time where none is known', () => {
  expect(lateCommit(commit, undefined).drafts[0]).not.toHaveProperty('occurredAt')
})
