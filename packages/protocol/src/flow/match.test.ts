import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventType } from '../registry/registry.js'
import { FLOW_CONFIG_EXAMPLE } from './config.js'
import type { FlowConfig, FlowTrigger } from './flow.js'
import type { FlowFields } from './flow-fields.js'
import { compileTriggers, matches, whyNot } from './match.js'

const TYPE = 'notify_new_plan'
const fieldsOf = (fields: Record<string, string>): FlowFields =>
  new Map(Object.entries({ type: TYPE, 'session.id': 'Codex 1', session_id: 'Codex 1', ...fields }))
const where = (pairs: Record<string, string>, event_type = TYPE) => ({ event_type, where: pairs })

describe('a trigger', () => {
  const fields = fieldsOf({ level: '3', State: 'x', 'notify.type': 'New Plan', empty: '', padded: ' X y ' })
  const names = ['01994F3A-uuid', 'thread-9', 'Shop front', ' Padded name ']

  it.each([
    [{}, true],
    [{ level: '3' }, true],
    [{ level: '4' }, false],
    [{ level: ' 3\t' }, true],
    [{ padded: 'x y' }, true],
    [{ padded: 'xy' }, false],
    [{ level: ' * ' }, true],
    [{ 'session.id': ' Codex ' }, true],
    [{ 'session.id': 'padded name' }, true],
    [{ ' LEVEL ': '3' }, true],
    [{ 'notify.type': 'new plan' }, true],
    [{ 'notify.type': 'new' }, false],
    [{ level: '3', 'notify.type': 'other' }, false],
    [{ level: '*' }, true],
    [{ empty: '*' }, true],
    [{ empty: '' }, true],
    [{ nope: '*' }, false],
    [{ nope: '' }, false],
    [{ 'session.id': 'codex 1' }, true],
    [{ session_id: 'CODEX 1' }, true],
    [{ 'session.id': 'Codex' }, true],
    [{ 'session.id': 'Codex 2' }, false],
    [{ 'session.id': 'Code' }, false],
    [{ 'session.id': '*' }, true],
    [{ 'session.id': '01994f3a-UUID' }, true],
    [{ 'session.id': 'THREAD-9' }, true],
    [{ 'session.id': 'shop front' }, true],
    [{ 'session.id': 'shop' }, false],
  ])('where %j: %s', (pairs, does) => {
    expect(matches(where(pairs), fields, names)).toBe(does)
    const trigger = { id: 'x', event_type: TYPE, where: pairs }
    const compiled = compileTriggers({ version: 1, triggers: [trigger], bindings_by_trigger_id: {} })
    expect(compiled.matching(TYPE, fields, names)).toHaveLength(does ? 1 : 0)
  })

  it.each([
    ['Codex 1', 'codex 1 2', false],
    ['Codex', 'codex 1 2', false],
    ['gpt5', 'GPT5 12', true],
    ['5', '5 1', false],
    ['a', 'a  7', true],
    ['a', 'a7', false],
    ['two words', 'Two Words 3', true],
  ])('where session.id is %j: %j matches: %s', (value, name, does) => {
    expect(matches(where({ 'session.id': value }), fieldsOf({ 'session.id': name }), [])).toBe(does)
  })

  it.each([
    [TYPE, true],
    ['plan-new', true],
    ['notify_progress', false],
    ['plan-update', false],
    ['nonsense', false],
  ])('that waits for %s: %s', (type, does) => {
    expect(matches(where({}, type), fields, [])).toBe(does)
  })

  it('says why it does not match', () => {
    expect(whyNot(where({}, 'turn_complete'), fields, [])).toBe(
      'it waits for turn_complete, and this is notify_new_plan',
    )
    expect(whyNot(where({ nope: 'x' }), fields, [])).toBe('the event has no nope')
    expect(whyNot(where({ level: '4' }), fields, [])).toBe('level is "3", not "4"')
    expect(whyNot(where({ 'session.id': 'Claude' }), fields, [])).toBe(
      'session.id is "Codex 1", not "Claude"',
    )
    expect(whyNot(where({ ' Level ': ' Four ' }), fields, [])).toBe('Level is "3", not "Four"')
    expect(whyNot(where({ 'notify.type': 'x'.repeat(500) }), fields, [])?.length).toBeLessThan(300)
    expect(whyNot(where({ level: '3' }), fields, [])).toBeUndefined()
  })
})

describe('compiled triggers', () => {
  it('know their bindings and their type, by any of its names', () => {
    const triggers = compileTriggers(JSON.parse(JSON.stringify(FLOW_CONFIG_EXAMPLE)) as FlowConfig)
    expect(triggers.size).toBe(1)
    expect(triggers.byType('notify_new_plan')).toMatchObject([
      { id: 'plan-created', label: 'New plan created', bindings: [{}, {}] },
    ])
    expect(triggers.byType('turn_complete')).toEqual([])
    expect(triggers.matching('turn_complete', fieldsOf({}), [])).toEqual([])
  })

  it('have no bindings of a trigger that is called like a member of every object', () => {
    const config: FlowConfig = {
      version: 1,
      triggers: [{ id: 'constructor', event_type: TYPE }],
      bindings_by_trigger_id: {},
    }
    expect(compileTriggers(config).byType(TYPE)[0]?.bindings).toEqual([])
  })
})

/** What the contract says, word for word. */
function reference(trigger: FlowTrigger, fields: FlowFields, names: readonly string[]): boolean {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const numbered = (text: string) => /(^|\s)\d+$/.test(text)
  return Object.entries(trigger.where ?? {}).every(([name, value]) => {
    const key = name.trim().toLowerCase()
    const said = fields.get(key)
    if (value === '*') return said !== undefined
    if (key !== 'session.id' && key !== 'session_id') return said !== undefined && same(said, value)
    return [fields.get('session.id') ?? '', ...names].some((session) => {
      if (same(session, value)) return true
      const [, stem] = /^([\s\S]*\S)\s+\d+$/.exec(session) ?? []
      return stem !== undefined && !numbered(value) && same(stem, value)
    })
  })
}

const text = fc.constantFrom('a', 'A', 'b', 'Codex', 'codex 1', 'Codex 1', 'Codex 1 2', '', '*', '7', '7 1')
const keys = fc.constantFrom('session.id', 'session_id', 'x', 'X', 'y', 'Session.ID')
const pairs = fc.dictionary(keys, text, { maxKeys: 3 })

it('match what the contract says, one by one and all at once, in their order', () => {
  const many = fc.array(pairs, { maxLength: 12 })
  const told = fc.dictionary(fc.constantFrom('session.id', 'session_id', 'x', 'y'), text)
  fc.assert(
    fc.property(many, told, fc.array(text, { maxLength: 3 }), (wheres, said, names) => {
      const triggers = wheres.map((pairs, index) => ({ id: `t${index}`, event_type: TYPE, where: pairs }))
      const fields: FlowFields = new Map(Object.entries({ ...said, type: TYPE }))
      const compiled = compileTriggers({ version: 1, triggers, bindings_by_trigger_id: {} })
      const wanted = triggers.filter((trigger) => reference(trigger, fields, names)).map(({ id }) => id)
      const type: EventType = TYPE
      expect(compiled.matching(type, fields, names).map(({ id }) => id)).toEqual(wanted)
      const each = compiled.byType(type).filter((trigger) => trigger.matches(fields, names))
      expect(each.map(({ id }) => id)).toEqual(wanted)
      expect(triggers.filter((trigger) => matches(trigger, fields, names)).map(({ id }) => id)).toEqual(
        wanted,
      )
    }),
    { numRuns: 1000 },
  )
})
