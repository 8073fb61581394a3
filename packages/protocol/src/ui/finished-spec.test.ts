import { describe, expect, it } from 'vitest'
import type { Json } from '../event.js'
import { uiEvents } from '../registry/ui-events.js'
import { validate } from '../validate.js'
import { EMPTY_SPEC, finishedSpec } from './finished-spec.js'

const leaf = { type: 'Text', props: {}, children: [] }
const with_ = (elements: Json, more: object = {}): Json => ({ root: 'a', elements, state: {}, ...more })

const REFUSED: [why: string, document: Json | undefined, message: string][] = [
  ['nothing', undefined, 'the spec is not an object'],
  ['an array', [], 'the spec is not an object'],
  ['nothing was said', { ...EMPTY_SPEC }, 'root names no element: (none)'],
  ['root of another type', with_({ a: leaf }, { root: 1 }), 'root must be a string'],
  ['no such root', with_({ b: leaf }), 'root names no element: a'],
  ['an inherited root', with_({ a: leaf }, { root: 'toString' }), 'root names no element: toString'],
  ['elements as a list', with_([leaf]), 'elements must be an object'],
  ['an element as text', with_({ a: 'Text' }), 'elements.a must be an object'],
  ['no type', with_({ a: {} }), 'elements.a.type is required'],
  ['type of another type', with_({ a: { type: 1 } }), 'elements.a.type must be a string'],
  ['props as a list', with_({ a: { type: 'Text', props: [] } }), 'elements.a.props must be an object'],
  ['children as text', with_({ a: { type: 'Text', children: 'b' } }), 'elements.a.children must be an array'],
  [
    'a child inside',
    with_({ a: { type: 'Card', children: [leaf] } }),
    'elements.a.children[0] must be a string',
  ],
  ['no such child', with_({ a: { type: 'Card', children: ['b'] } }), 'a child of a names no element: b'],
  ['an inherited child', with_({ a: { type: 'Card', children: ['valueOf'] } }), 'names no element: valueOf'],
  ['state as a list', with_({ a: leaf }, { state: [] }), 'state must be an object'],
  ['its own child', with_({ a: { type: 'Card', children: ['a'] } }), 'an element is inside itself'],
  [
    'a circle beside the root',
    with_({ a: leaf, b: { ...leaf, children: ['c'] }, c: { ...leaf, children: ['b'] } }),
    'an element is inside itself',
  ],
  ['too large', with_({ a: leaf }, { state: { text: 'x'.repeat(1024 * 1024) } }), 'larger than 1 MiB'],
  ['an ugly id', with_({ 'a\u001b\u202e': {} }), 'elements.a.type is required'],
]

describe('finishedSpec', () => {
  it.each(REFUSED)('refuses %s', (_why, document, message) => {
    expect(finishedSpec(document)).toContain(message)
  })

  it('fills in what is missing or null', () => {
    expect(finishedSpec({ root: 'a', elements: { a: { type: 'Text' } } })).toEqual(with_({ a: leaf }))
    const nulls = { root: 'a', elements: { a: { type: 'Text', props: null, children: null } }, state: null }
    expect(finishedSpec(nulls)).toEqual(with_({ a: leaf }))
  })

  it('keeps what it does not know: types, members', () => {
    const spec = with_({ a: { ...leaf, type: 'Hologram', on: { press: {} } } }, { title: 'x' })
    expect(finishedSpec(spec)).toEqual(spec)
  })

  it('takes the example of the registry, and gives what the registry asks for', () => {
    const { data, example } = uiEvents.rows['ui.spec_complete']
    const spec = finishedSpec(example.spec)
    expect(spec).toEqual(example.spec)
    expect(validate(data, { uiId: 'u', spec })).toBeUndefined()
  })

  it('takes an element that two hold, and a chain of any length', () => {
    const shared = { a: { ...leaf, children: ['b', 'c', 'b'] }, b: { ...leaf, children: ['c'] }, c: leaf }
    expect(finishedSpec(with_(shared))).toEqual(with_(shared))
    const chain = Object.fromEntries(
      Array.from({ length: 15_000 }, (_, at) => [
        `e${at}`,
        { ...leaf, children: at < 14_999 ? [`e${at + 1}`] : [] },
      ]),
    )
    expect(finishedSpec({ root: 'e0', elements: chain })).toMatchObject({ root: 'e0' })
  })
})
