import fc from 'fast-check'
import { expect, it } from 'vitest'
import { harmlessJson, jsonLine, jsonPage } from './json-line.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/

it('is one harmless line and still the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const line = jsonLine({ value, text })
      expect(line).not.toMatch(ACTIVE)
      expect(line).not.toContain('\n')
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify({ value, text })))
    }),
  )
})

it('is a harmless page and still the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const page = jsonPage({ value, text })
      expect(page).not.toMatch(ACTIVE)
      expect(page.split('\n').length).toBeGreaterThan(2)
      expect(JSON.parse(page)).toEqual(JSON.parse(JSON.stringify({ value, text })))
    }),
  )
})

it('leaves text that is harmless as it came, also numbers no double holds', () => {
  const text = '{ "id": 9007199254740993, "a": "b" }'
  expect(harmlessJson(text)).toBe(text)
  expect(harmlessJson('"\u202e"')).toBe('"\\u202e"')
})
