import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newTriggerId } from './trigger-id.js'

it.each([
  ['New plan created', 'x', [], 'new-plan-created'],
  ['Überprüfe: Pläne!', 'x', [], 'uberprufe-plane'],
  ['計画', 'plan_created', [], 'plan-created'],
  ['', '', [], 'trigger'],
  ['Plan', 'x', ['plan', 'plan-2'], 'plan-3'],
  ['Plan', 'x', ['PLAN'], 'plan-2'],
])('%s, %s beside %j is %s', (label, type, taken, id) => {
  expect(newTriggerId(label, type, taken)).toBe(id)
})

it('is always a name of a file, and never one that is taken', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (label, type) => {
      const first = newTriggerId(label, type, [])
      expect(first).toMatch(/^[a-z0-9][a-z0-9-]*$/)
      expect(newTriggerId(label, type, [first])).not.toBe(first)
    }),
  )
})
