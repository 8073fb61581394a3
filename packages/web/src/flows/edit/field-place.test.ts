import { describe, expect, it } from 'vitest'
import { ACTIVITIES, TRIGGER } from '../flows.fixture.js'
import { fieldPlace, formProblem, problemWords, saidAt, saidOfActivity } from './field-place.js'

const refusal = (field?: string) => ({
  ...({ kind: 'refused', status: 400, says: 'Not so.' } as const),
  ...(field === undefined ? {} : { field }),
})

describe('the place of a problem', () => {
  it.each([
    ['label', { at: 'label' }],
    ['event_type', { at: 'event_type' }],
    ['triggers[0].event_type', { at: 'event_type' }],
    ['trigger.where.session.id', { at: 'session' }],
    ['where.session.id', { at: 'session' }],
    ['flows[3].where.task_state', { at: 'condition', field: 'task_state' }],
    ['bindings[1].config.level', { at: 'activity', index: 1, key: 'level' }],
    ['bindings.1.config.level', { at: 'activity', index: 1, key: 'level' }],
    ['bindings[0].activity_id', { at: 'activity', index: 0, key: 'activity_id' }],
    ['bindings[0]', { at: 'activity', index: 0, key: '' }],
    ['bindings', { at: 'form' }],
    ['version', { at: 'form' }],
    ['', { at: 'form' }],
  ])('%s is %j', (field, place) => {
    expect(fieldPlace(field)).toEqual(place)
  })

  it('is below the form when no field is named', () => {
    expect(formProblem(refusal())).toEqual({ place: { at: 'form' }, says: 'Not so.' })
  })

  it('is said without the path to it, and with its words elsewhere', () => {
    const says = (field: string, more: string) => formProblem({ ...refusal(field), says: `${field} ${more}` })
    const level = says('trigger.bindings[0].config.level', 'is required')
    expect(level.says).toBe('It is required')
    expect(problemWords(level, TRIGGER.bindings, ACTIVITIES)).toBe('Show a toast, Level: It is required')
    const whole = says('bindings[0]', 'must be an object')
    expect(problemWords(whole, TRIGGER.bindings, ACTIVITIES)).toBe('Show a toast: It must be an object')
    expect(problemWords(says('event_type', 'is unknown'), [], [])).toBe('Event: It is unknown')
    expect(problemWords(says('event.id', 'is unknown'), [], [])).toBe('event.id is unknown')
  })

  it('is found again by the field, and by its activity where the field is not shown', () => {
    const level = formProblem(refusal('bindings[0].config.level'))
    const whole = formProblem(refusal('bindings[1].config'))
    expect(saidAt([level, whole], { at: 'activity', index: 0, key: 'level' })).toBe('Not so.')
    expect(saidAt([level, whole], { at: 'activity', index: 1, key: 'level' })).toBe('')
    expect(saidOfActivity([level], 0, ['level'])).toBe('')
    expect(saidOfActivity([level], 0, ['message_template'])).toBe('Not so.')
    expect(saidOfActivity([whole], 1, ['level'])).toBe('Not so.')
  })
})
