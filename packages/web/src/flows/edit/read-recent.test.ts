import { expect, it } from 'vitest'
import { readRecent } from './read-recent.js'

const event = {
  id: 'e1',
  type: 'notify_new_plan',
  session_id: 'Codex 1',
  timestamp: 'then',
  summary: 'Routes',
}

it('reads the last events of a type', async () => {
  const asked: string[] = []
  const send: typeof fetch = async (path) => {
    asked.push(String(path))
    return Response.json({ events: [event] })
  }
  expect(await readRecent('notify_new_plan', send)).toEqual([event])
  expect(asked).toEqual(['/api/flow/recent-events?event_type=notify_new_plan&limit=20'])
})

it('has none when they cannot be read', async () => {
  expect(await readRecent('x', async () => Response.json({}, { status: 500 }))).toEqual([])
})
