import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SpecNode, specTree } from './spec-tree.js'

const el = (type: string, ...children: string[]) => ({ type, props: {}, children })
const told = (node: SpecNode | undefined): string =>
  node ? `${node.id}${node.children.length > 0 ? `(${node.children.map(told).join(' ')})` : ''}` : '-'
const size = (node: SpecNode | undefined): number =>
  node ? 1 + node.children.reduce((sum, child) => sum + size(child), 0) : 0

describe('specTree', () => {
  it('puts the elements into each other, one that two hold into both', () => {
    const elements = { a: el('Card', 'b', 'c'), b: el('Grid', 'c'), c: el('Text') }
    expect(told(specTree({ root: 'a', elements }).root)).toBe('a(b(c) c)')
  })

  it.each([
    [
      'an element inside itself',
      { root: 'a', elements: { a: el('Card', 'b'), b: el('Card', 'a', 'c'), c: el('Text') } },
      'a(b(c))',
    ],
    ['a child that is not there', { root: 'a', elements: { a: el('Card', 'x') } }, 'a'],
    ['an inherited name', { root: 'a', elements: { a: el('Card', 'toString', '__proto__') } }, 'a'],
    ['no root', { root: 'x', elements: {} }, '-'],
    ['a root of another type', { root: 1, elements: { 1: el('Text') } }, '-'],
    ['elements of another type', { root: '0', elements: [el('Text')] }, '-'],
    ['an element without a type', { root: 'a', elements: { a: { props: {} } } }, '-'],
    ['children of another type', { root: 'a', elements: { a: { type: 'Card', children: 'b' } } }, 'a'],
    ['no spec', null, '-'],
  ])('leaves out %s', (_what, spec, expected) => {
    expect(told(specTree(spec).root)).toBe(expected)
  })

  it('is bounded, wide or deep or doubled at every step', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `e${at}`)
    const wide = { a: el('Card', ...many), ...Object.fromEntries(many.map((id) => [id, el('Text')])) }
    const chain = Object.fromEntries(many.map((id, at) => [id, el('Card', `e${at + 1}`)]))
    const doubled = Object.fromEntries(
      many.slice(0, 60).map((id, at) => [id, el('Card', `e${at + 1}`, `e${at + 1}`)]),
    )
    for (const [root, elements] of [
      ['a', wide],
      ['e0', chain],
      ['e0', doubled],
    ] as const) {
      const tree = specTree({ root, elements })
      expect(size(tree.root)).toBeLessThanOrEqual(2000)
      expect(tree.cut).toBe(true)
    }
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (spec) => {
        expect(specTree(spec).cut).toBe(false)
      }),
    )
  })
})
