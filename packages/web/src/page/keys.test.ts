import { expect, it } from 'vitest'
import { KEY_PLACES, KEYS } from './keys.js'

it('says each thing once, in a place that is shown', () => {
  const all = KEYS.flatMap(({ keys, where }) => keys.map((key) => `${key} ${where}`))
  expect(new Set(all).size).toBe(all.length)
  expect(new Set(KEYS.map(({ does }) => does)).size).toBe(KEYS.length)
  for (const { where } of KEYS) expect(KEY_PLACES).toContain(where)
})
