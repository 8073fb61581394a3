import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlowTrigger } from '../flow-api.js'
import { ACTIVITIES, TRIGGER } from '../flows.fixture.js'
import {
  addBinding,
  addCondition,
  changeCondition,
  configure,
  draftOf,
  moveBinding,
  NEW_DRAFT,
  removeBinding,
  removeCondition,
  triggerOf,
} from './trigger-draft.js'

const word = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== '__proto__')
const anyTrigger: fc.Arbitrary<FlowTrigger> = fc
  .record({
    label: fc.option(word, { nil: undefined }),
    event_type: word,
    where: fc.option(fc.dictionary(word, word, { minKeys: 1 }), { nil: undefined }),
    bindings: fc.array(
      fc.record({
        activity_id: fc.constantFrom('toast_notification', 'send_to_terminal', 'unheard_of'),
        config: fc.dictionary(word, fc.oneof(word, fc.boolean(), fc.nat())),
      }),
    ),
  })
  .map(({ label, where, ...rest }) => ({
    id: 'x',
    ...rest,
    ...(label ? { label } : {}),
    ...(where ? { where } : {}),
  }))

const ids = (draft: { bindings: readonly { activityId: string }[] }) =>
  draft.bindings.map(({ activityId }) => activityId).join(' ')

describe('a draft', () => {
  it('of a trigger is that trigger when nothing was changed', () => {
    expect(triggerOf(TRIGGER.id, draftOf(TRIGGER), ACTIVITIES)).toEqual(TRIGGER)
    fc.assert(
      fc.property(anyTrigger, (trigger) => {
        expect(triggerOf('x', draftOf(trigger), ACTIVITIES)).toEqual(trigger)
      }),
    )
  })

  it('says nothing of what is left empty', () => {
    const draft = addCondition(addBinding({ ...NEW_DRAFT, eventType: 'a', label: ' ', session: ' ' }, 'b'))
    const typed = configure(draft, draft.bindings[0]?.key ?? 0, 'level', '')
    expect(triggerOf('x', typed, ACTIVITIES)).toEqual({
      id: 'x',
      event_type: 'a',
      bindings: [{ activity_id: 'b', config: {} }],
    })
  })

  it('makes numbers of what is typed for them, and leaves the rest for the gateway to refuse', () => {
    const draft = addBinding(NEW_DRAFT, 'send_to_terminal')
    const [{ key = 0 } = {}] = draft.bindings
    const lines = (text: string) =>
      triggerOf('x', configure(draft, key, 'output_tail_lines', text), ACTIVITIES).bindings[0]?.config
    expect(lines('20')).toEqual({ output_tail_lines: 20 })
    expect(lines('many')).toEqual({ output_tail_lines: 'many' })
    const message = configure(draft, key, 'message_template', '20')
    expect(triggerOf('x', message, ACTIVITIES).bindings[0]?.config).toEqual({ message_template: '20' })
  })

  it('has an activity as often as it is wanted, in the order that is wanted', () => {
    const draft = addBinding(addBinding(addBinding(NEW_DRAFT, 'a'), 'b'), 'a')
    const last = draft.bindings[2]?.key ?? 0
    expect(new Set(draft.bindings.map(({ key }) => key)).size).toBe(3)
    const up = moveBinding(draft, last, -1)
    expect(ids(up)).toBe('a a b')
    expect(up.bindings[1]?.key).toBe(last)
    expect(moveBinding(draft, last, 1)).toBe(draft)
    expect(ids(removeBinding(draft, last))).toBe('a b')
  })

  it('has conditions that come, change and go', () => {
    const draft = addCondition({ ...NEW_DRAFT, eventType: 'a', session: 'Codex 1' })
    const [{ key = 0 } = {}] = draft.conditions
    const changed = changeCondition(draft, { key, field: 'state', value: 'done' })
    expect(triggerOf('x', changed, []).where).toEqual({ 'session.id': 'Codex 1', state: 'done' })
    expect(removeCondition(changed, key).conditions).toEqual([])
  })
})
