import { describe, expect, it } from 'vitest'
import { validate } from '../validate.js'
import { errorsOf } from './route.js'
import { ROUTES } from './routes.js'

it('has no operation and no route twice', () => {
  const operations = ROUTES.map(({ operation }) => operation)
  const routes = ROUTES.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(operations).size).toBe(ROUTES.length)
  expect(new Set(routes).size).toBe(ROUTES.length)
})

describe.each(ROUTES)('$method $path', (route) => {
  it('names the parameters of its path', () => {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const named = (route.parameters ?? []).filter(({ in: place }) => place === 'path')
    expect(named.map(({ name }) => name)).toEqual(inPath)
  })

  it('lists no failure twice', () => {
    const kinds = errorsOf(route)
    expect(new Set(kinds).size).toBe(kinds.length)
  })

  it('has examples that fit', () => {
    const answers = Object.values(route.answers).flatMap(({ content = [] }) => content)
    for (const { schema, example } of [...(route.body?.content ?? []), ...answers]) {
      expect(validate(schema, example)).toBeUndefined()
    }
    for (const { schema, example } of route.parameters ?? []) {
      expect(validate(schema, example)).toBeUndefined()
    }
  })
})
