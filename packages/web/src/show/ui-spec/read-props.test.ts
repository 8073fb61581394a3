import { describe, expect, it } from 'vitest'
import { choicesOf, numberOf, Props, textOf } from './read-props.js'

describe('Props', () => {
  const props = new Props({ label: null, title: 'T', count: '3 s', items: [1], toString: 'own' })

  it('gives the first of the names that is there', () => {
    expect(props.text('label', 'title')).toBe('T')
    expect(props.number('count')).toBe(3)
    expect(props.list('items')).toEqual([1])
    expect(props.get('toString')).toBe('own')
  })

  it('gives nothing for what is missing, of another type or inherited', () => {
    expect(props.text('items', 'none')).toBe('')
    expect(props.number('title')).toBeUndefined()
    expect(props.list('title')).toEqual([])
    expect(props.get('valueOf', 'constructor')).toBeUndefined()
    expect(new Props(null).text('x')).toBe('')
    expect(new Props(['a']).get('0')).toBeUndefined()
  })
})

it.each([
  ['a\u001b[31mb\u202e', 'ab'],
  [1.5, '1.5'],
  [Number.NaN, ''],
  [true, 'yes'],
  [{}, ''],
  [undefined, ''],
])('textOf %j', (value, expected) => {
  expect(textOf(value)).toBe(expected)
})

it.each([
  [5, 5],
  ['80 %', 80],
  ['-1.5e3 ms', -1500],
  ['', undefined],
  ['none', undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [null, undefined],
])('numberOf %j', (value, expected) => {
  expect(numberOf(value)).toBe(expected)
})

it('choices are plain values or have a label, and are bounded', () => {
  expect(choicesOf(['a', 2, { label: 'B', value: 'b' }, { label: 'C' }, null])).toEqual([
    { label: 'a', value: 'a' },
    { label: '2', value: '2' },
    { label: 'B', value: 'b' },
    { label: 'C', value: 'C' },
    { label: '', value: '' },
  ])
  expect(choicesOf(Array.from({ length: 9000 }, () => 'x'))).toHaveLength(500)
})
