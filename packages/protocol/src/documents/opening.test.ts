import { expect, it } from 'vitest'
import { opening } from './opening.js'

it('says of a door only that it is not served yet', () => {
  expect(opening('/api/nowhere')).toContain('opens with a later release')
  expect(opening('/api/sessions')).toBe('')
  expect(opening('/livez')).toBe('')
  expect(opening('/liv')).not.toBe('')
})
