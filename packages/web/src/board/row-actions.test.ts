import { expect, it } from 'vitest'
import { rowActions } from './row-actions.js'
import { sessionMeta } from './session-meta.fixture.js'

it.each([
  [{ origin: 'driven' }, ['rename', 'copy', 'pause', 'archive', 'delete']],
  [{ origin: 'driven', paused: false }, ['rename', 'copy', 'pause', 'archive', 'delete']],
  [{ origin: 'driven', paused: true }, ['rename', 'copy', 'resume', 'archive', 'delete']],
  [{ origin: 'driven', paused: true, archived: true }, ['rename', 'copy', 'unarchive', 'delete']],
  [{ origin: 'observed' }, ['rename', 'copy', 'archive', 'delete']],
] as const)('%j: %j', (session, actions) => {
  expect(rowActions(sessionMeta('a', session))).toEqual(actions)
})
