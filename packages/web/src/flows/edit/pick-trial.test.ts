import { expect, it } from 'vitest'
import type { RecentEvent } from '../flow-api.js'
import { TRIGGER } from '../flows.fixture.js'
import { pickTrial } from './pick-trial.js'

const event = (id: string): RecentEvent => ({
  ...{ id, type: 'notify_new_plan', session_id: 'Codex 1', timestamp: 'then', summary: '' },
})
const RECENT = ['newest', 'older', 'oldest'].map(event)

/** A gateway where the trigger matches these. */
function gateway(...matching: string[]) {
  const asked: { event: { id: string }; trigger: { bindings: unknown[] } }[] = []
  const send: typeof fetch = async (_path, init) => {
    const body = JSON.parse(String(init?.body))
    asked.push(body)
    return Response.json({ matches: matching.includes(body.event.id) ? [{}] : [] })
  }
  return { asked, send }
}

it('is the newest event that sets the trigger off', async () => {
  const { asked, send } = gateway('older', 'oldest')
  expect(await pickTrial(TRIGGER, RECENT, { send })).toBe('older')
  expect(asked.map((one) => one.event.id)).toEqual(['newest', 'older'])
  expect(asked[0]?.trigger.bindings).toEqual([])
})

it('is the newest where none does, or where that cannot be asked', async () => {
  expect(await pickTrial(TRIGGER, RECENT, gateway())).toBe('newest')
  const refuse: typeof fetch = async () => Response.json({}, { status: 400 })
  expect(await pickTrial(TRIGGER, RECENT, { send: refuse })).toBe('newest')
})

it('asks nobody where there are no conditions, and is the sample where nothing happened', async () => {
  const { where: _, ...any } = TRIGGER
  const { asked, send } = gateway()
  expect(await pickTrial(any, RECENT, { send })).toBe('newest')
  expect(await pickTrial(TRIGGER, [], { send })).toBe('')
  expect(asked).toEqual([])
})
