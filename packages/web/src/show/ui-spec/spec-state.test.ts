import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edited, resolved, type StateEdit, valueAt } from './spec-state.js'

const state = { name: 'Ada', list: ['x', 'y'], deep: { 'a/b': 1 } }

describe('valueAt', () => {
  it.each([
    ['/name', 'Ada'],
    ['/list/1', 'y'],
    ['/deep/a~1b', 1],
    ['', state],
    ['/missing/x', undefined],
    ['/list/length', 2],
    ['/toString', undefined],
    ['/__proto__', undefined],
    ['name', undefined],
  ])('%j', (pointer, expected) => {
    expect(valueAt(state, pointer)).toEqual(expected)
  })
})

describe('resolved', () => {
  it('fills in what is bound, wherever it stands', () => {
    const props = {
      a: { $state: '/name' },
      b: [{ $bindState: '/list/0' }],
      c: { d: { $state: '/none' } },
      e: 1,
    }
    expect(resolved(props, state)).toEqual({ a: 'Ada', b: ['x'], c: { d: undefined }, e: 1 })
  })

  it('gives what is not bound as it is', () => {
    const rows = [{ a: 1 }]
    expect(resolved(rows, state)).toBe(rows)
  })
})

describe('edited', () => {
  it.each<[edit: StateEdit, expected: unknown]>([
    [
      { do: 'set', path: '/name', value: 'Bob' },
      { ...state, name: 'Bob' },
    ],
    [
      { do: 'set', path: '/new/inner', value: 1 },
      { ...state, new: { inner: 1 } },
    ],
    [
      { do: 'set', path: '/list/0', value: 'z' },
      { ...state, list: ['z', 'y'] },
    ],
    [
      { do: 'set', path: '/list/-', value: 'z' },
      { ...state, list: ['x', 'y', 'z'] },
    ],
    [
      { do: 'push', path: '/list', value: 'z' },
      { ...state, list: ['x', 'y', 'z'] },
    ],
    [
      { do: 'push', path: '/fresh', value: 'z' },
      { ...state, fresh: ['z'] },
    ],
    [
      { do: 'remove', path: '/list', index: 0 },
      { ...state, list: ['y'] },
    ],
    [
      { do: 'remove', path: '/list', index: 'x' },
      { ...state, list: ['y'] },
    ],
    [{ do: 'push', path: '/name', value: 'z' }, state],
    [{ do: 'set', path: '/list/99', value: 1 }, state],
    [{ do: 'set', path: '/name/x', value: 1 }, state],
    [{ do: 'set', path: '', value: 1 }, state],
    [{ do: 'set', path: '/__proto__/x', value: 1 }, state],
    [{ do: 'set', path: 'no pointer', value: 1 }, state],
  ])('%j', (edit, expected) => {
    expect(edited(state, edit)).toEqual(expected)
    expect(state.list).toEqual(['x', 'y'])
  })

  it('never throws, and a value that is set is there', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', '0', '1', '-'))
      .map((tokens) => tokens.map((it) => `/${it}`).join(''))
    const kind = fc.constantFrom('set', 'push', 'remove') as fc.Arbitrary<StateEdit['do']>
    fc.assert(
      fc.property(fc.jsonValue(), kind, path, fc.jsonValue(), (before, verb, at, value) => {
        expect(() => edited(before, { do: verb, path: at, value, index: value } as StateEdit)).not.toThrow()
        if (verb === 'set' && /^(?:\/[ab])+$/.test(at))
          expect(valueAt(edited({}, { do: 'set', path: at, value }), at)).toEqual(value)
      }),
    )
  })
})
