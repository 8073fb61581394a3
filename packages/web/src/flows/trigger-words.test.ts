import { describe, expect, it } from 'vitest'
import { ACTIVITIES } from './flows.fixture.js'
import { activityLabel, activityWords, conditionWords, quietId, triggerName } from './trigger-words.js'

describe('a trigger in words', () => {
  it('has a name', () => {
    expect(triggerName({ id: 'a', label: 'New plan' })).toBe('New plan')
    expect(triggerName({ id: 'a', label: ' \u202e ' })).toBe('a')
    expect(triggerName({ id: 'a' })).toBe('a')
  })

  it('has its id beside the name, unless that is the name', () => {
    expect(quietId({ id: 'a', label: 'New plan' })).toBe('a')
    expect(quietId({ id: 'a' })).toBe('')
    expect(quietId({ id: 'a', label: 'a' })).toBe('')
  })

  it.each([
    [undefined, ''],
    [{}, ''],
    [{ 'session.id': 'Codex 1' }, 'of Codex 1'],
    [{ 'session.id': '*' }, ''],
    [{ task_state: 'done' }, 'where task_state is done'],
    [{ 'session.id': 'Codex', a: '*', b: '' }, 'of Codex where a is there and b is empty'],
  ])('holds for %j', (where, words) => {
    expect(conditionWords(where)).toBe(words)
  })

  it('sets off what the catalogue calls it', () => {
    const one = (activity_id: string) => ({ activity_id, config: {} })
    expect(activityWords([], ACTIVITIES)).toBe('nothing yet')
    expect(
      activityWords(
        [one('toast_notification'), one('send_to_terminal'), one('toast_notification')],
        ACTIVITIES,
      ),
    ).toBe('2 × show a toast, type into a terminal')
    expect(activityLabel('run_command', ACTIVITIES)).toBe('run_command')
  })
})
