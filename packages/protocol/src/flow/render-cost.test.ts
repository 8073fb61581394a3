import { describe, expect, it, vi } from 'vitest'
import { neutralise } from '../harmonize/control.js'
import type { ActivityId } from './activities.js'
import { renderActivity } from './render.js'

vi.mock('../harmonize/control.js', async (original) => {
  const real = await original<typeof import('../harmonize/control.js')>()
  return { ...real, neutralise: vi.fn(real.neutralise) }
})

const LENGTH = 65_000
const TIMES = 13_000
/** One value under every name a template has for it; others of the same name that are not it. */
const fields = new Map([
  ['summary', `a${'\t'.repeat(LENGTH)}`],
  ['event_id', `b${'\u0007'.repeat(LENGTH)}`],
])

/** How many characters are worked on to render this. */
function workOf(activityId: ActivityId, config: Record<string, unknown>): number {
  vi.mocked(neutralise).mockClear()
  renderActivity(activityId, config, { fields, eventId: 'e-1', triggerId: 't-1', activityId })
  return vi.mocked(neutralise).mock.calls.reduce((sum, [text]) => sum + text.length, 0)
}

/** Every spelling of a name there is, again and again. */
function spellings(name: string, times: number): string {
  return Array.from({ length: times }, (_, n) => {
    const spelt = [...name].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join('')
    return n % 2 ? `{{${spelt}}}` : `{{ event.${spelt} }}`
  }).join('')
}

describe('what it costs to render', () => {
  it.each([
    ['one name', '{{summary}}'.repeat(TIMES)],
    ['a name in every spelling', spellings('summary', TIMES)],
    ['a field that has a reserved name', '{{event.event_id}}{{event_id}}'.repeat(TIMES)],
  ])('grows with the template and the values, not with both at once: %s', (_what, template) => {
    const most = template.length + LENGTH + 100
    for (const [id, key, more] of [
      ['send_to_terminal', 'message_template', { target_session_id: 's' }],
      ['toast_notification', 'message_template', { level: 'info' }],
      ['spawn_agent_session', 'title_template', { agent_id: 'a' }],
    ] as const)
      expect(workOf(id, { ...more, [key]: template }), id).toBeLessThanOrEqual(most)
  })
})
