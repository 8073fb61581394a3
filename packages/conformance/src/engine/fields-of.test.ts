import { describe, expect, it } from 'vitest'
import { fieldsOf } from './fields-of.js'

describe('fieldsOf', () => {
  it.each([
    ['members', { type: 'x', seq: 1 }, ['type', 'seq']],
    ['members of members', { session: { id: 's', name: null } }, ['session', 'session.id', 'session.name']],
    ['items of any place', { steps: [{ id: 1 }, { title: 2 }] }, ['steps', 'steps[].id', 'steps[].title']],
    ['lists of lists', { a: [[{ b: 1 }]] }, ['a', 'a[][].b']],
    ['what is not there', { a: undefined, b: null }, ['b']],
    ['an empty list has no items', { a: [] }, ['a']],
    ['no object', 'text', []],
  ])('%s', (_what, value, paths) => {
    expect([...fieldsOf(value)]).toEqual(paths)
  })
})
