import { expect, it, vi } from 'vitest'
import { takeCode } from './take-code.js'

it('takes the code out of the address', () => {
  const history = { replaceState: vi.fn() }
  expect(takeCode({ pathname: '/pair', hash: '#c0de' }, history)).toBe('c0de')
  expect(history.replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/pair')
})

it.each([
  { pathname: '/pair', hash: '' },
  { pathname: '/pair', hash: '#' },
  { pathname: '/', hash: '#c0de' },
])('finds none in $pathname$hash', (location) => {
  const history = { replaceState: vi.fn() }
  expect(takeCode(location, history)).toBe('')
  expect(history.replaceState).not.toHaveBeenCalled()
})
