import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { DryRun } from '../flow-api.js'
import { ACTIVITIES } from '../flows.fixture.js'
import { Ran } from './dry-run-panel.js'

const RUN: DryRun = {
  event: { type: 'notify_finish', session_id: 'Codex 1' },
  fields: { type: 'notify_finish', summary: 'Done' },
  matches: [],
  unmatched: [],
}
const activities = [{ activity_id: 'toast_notification', index: 0, rendered: { message: 'Done' } }]
const drawn = (more: Partial<DryRun>, type = 'notify_finish') =>
  renderToStaticMarkup(<Ran run={{ ...RUN, ...more }} type={type} activities={ACTIVITIES} />)

describe('what came of a dry run', () => {
  it('is what would be done', () => {
    const markup = drawn({ matches: [{ trigger_id: 'a', activities, event_type: 'notify_finish' }] })
    expect(markup).toContain('Show a toast')
    expect(markup).not.toContain('Set off by')
    expect(markup).toContain('The 2 fields of the event')
    expect(drawn({ matches: [{ trigger_id: 'a', activities: [] }] })).toContain('add an activity')
  })

  it('says which event it was, where that is not the one that is waited for', () => {
    const match = { trigger_id: 'a', activities }
    const comes = { matches: [{ ...match, event_type: 'session_created' }] }
    expect(drawn(comes, 'session_created')).toContain(
      'Set off by the session_created that comes with notify_finish.',
    )
    expect(drawn({ matches: [match] }, 'work-finish')).toContain(
      'work-finish is another name of notify_finish.',
    )
    expect(drawn({}, 'work-finish')).not.toContain('another name')
  })

  it('says why nothing would be done', () => {
    const unmatched = [{ trigger_id: 'a', reason: 'task_state is "wip", not "done"' }]
    expect(drawn({ unmatched })).toContain('It would do nothing: task_state is &quot;wip&quot;')
    expect(drawn({})).toContain('it does not match')
  })

  it('warns of what is the matter with the whole', () => {
    const markup = drawn({ matches: [{ trigger_id: 'a', activities, problem: 'flows are off' }] })
    expect(markup).toMatch(/<p class="caution foreign"><svg.*flows are off/)
  })
})
