import { type EventType, nameOf, REGISTRY } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { canonicalName } from './twins.js'

it.each(Object.keys(REGISTRY) as EventType[])('%s is itself under either name', (type) => {
  expect(canonicalName(nameOf(type, 'snake'))).toBe(type)
  expect(canonicalName(nameOf(type, 'dot'))).toBe(type)
})

it('leaves alone what it does not know', () => {
  expect(canonicalName('of.tomorrow')).toBe('of.tomorrow')
  expect(canonicalName('constructor')).toBe('constructor')
})
