import { expect, it } from 'vitest'
import { entry, HERE, NOW, permission, textOf } from '../test/watch-fixture.js'
import { onceLines } from './once-lines.js'

const entries = [
  entry('api', 'busy', 12, { agent: 'codex', action: 'Edit: a-file-with-a-very-long-name-in-a-folder.rs' }),
  entry('shop', 'permission', 130, { requestId: 'req-of-shop' }),
  entry('over', 'ended', 1),
]
const context = { requests: [permission('shop', 'npm publish')], here: HERE, now: NOW }

it('prints everything where nothing has to fit', () => {
  expect(textOf(onceLines(entries, { ...context, width: Number.POSITIVE_INFINITY }))).toBe(
    [
      '  STATE      NAME  AGENT   DOES                                               FOLDER    FOR',
      '■ Needs you  shop  claude  Bash: npm publish                                  ~/shop  2 min',
      '● Working    api   codex   Edit: a-file-with-a-very-long-name-in-a-folder.rs  ~/api    12 s',
    ].join('\n'),
  )
})

it('fits a terminal', () => {
  for (const line of textOf(onceLines(entries, { ...context, width: 60 })).split('\n'))
    expect(line.length).toBeLessThanOrEqual(60)
})

it('says what to do where there is nothing', () => {
  expect(textOf(onceLines([], { ...context, width: 80 }))).toBe(
    'No sessions yet. "signalbox setup" makes your agents report here.',
  )
})
