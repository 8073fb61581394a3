import { expect, it } from 'vitest'
import { eventGroups } from './event-groups.js'

it('puts together what begins alike, notify first, and loses nothing', () => {
  const types = ['turn_started', 'notify_event', 'toast', 'turn_complete']
  expect(eventGroups(types)).toEqual([
    { label: 'Notify', types: ['notify_event'] },
    { label: 'Turn', types: ['turn_started', 'turn_complete'] },
    { label: 'Toast', types: ['toast'] },
  ])
  expect(eventGroups([])).toEqual([])
})
