import { expect, it } from 'vitest'
import { FieldMap, LazyText } from './field-map.js'

it('makes a text once, when somebody looks at it, for all its names', () => {
  const made: string[] = []
  const text = new LazyText('a', (raw) => {
    made.push(raw)
    return raw.toUpperCase()
  })
  const fields = new FieldMap()
  fields.set('one', text)
  fields.set('two', text)
  fields.set('plain', 'p')
  expect([fields.size, fields.has('one'), fields.has('none'), [...fields.keys()]]).toEqual([
    3,
    true,
    false,
    ['one', 'two', 'plain'],
  ])
  expect(made).toEqual([])
  expect([fields.get('one'), fields.get('two'), fields.get('plain'), fields.get('none')]).toEqual([
    'A',
    'A',
    'p',
    undefined,
  ])
  expect(made).toEqual(['a'])
})

it('is read like any map', () => {
  const fields = new FieldMap()
  fields.set('b', 'x')
  fields.set('a', new LazyText('y', (raw) => `${raw}!`))
  const pairs = [
    ['b', 'x'],
    ['a', 'y!'],
  ]
  expect([...fields]).toEqual(pairs)
  expect([...new Map(fields)]).toEqual(pairs)
  expect([...fields.values()]).toEqual(['x', 'y!'])
  const told: string[][] = []
  fields.forEach((text, name) => void told.push([name, text]))
  expect(told).toEqual(pairs)
})
