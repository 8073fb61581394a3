import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readToast } from './toast.js'

const told = (more: object = {}) =>
  JSON.stringify({ type: 'toast', level: 'warning', message: 'Plan ready', session_id: 'Codex 1', ...more })

it('reads the notice of a flow', () => {
  expect(readToast(told())).toEqual({ level: 'warning', message: 'Plan ready', sessionId: 'Codex 1' })
})

it.each([
  ['who needs a person', told({ type: 'attention_raised' })],
  ['no words', told({ message: ' \u001b[31m ' })],
  ['no message', told({ message: 7 })],
  ['no JSON', '{'],
  ['nothing', 'null'],
])('shows nothing for %s', (_what, data) => {
  expect(readToast(data)).toBeUndefined()
})

it('takes what it does not know quietly, and cuts what nobody reads', () => {
  expect(readToast(told({ level: 'deafening', session_id: null }))).toMatchObject({
    level: 'info',
    sessionId: '',
  })
  expect(readToast(told({ message: 'a'.repeat(5000) }))?.message).toHaveLength(401)
})

it('never lets through what acts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (message) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(readToast(told({ message }))?.message ?? '').not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
    }),
  )
})
