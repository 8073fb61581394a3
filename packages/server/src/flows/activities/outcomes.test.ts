import { SignalboxError } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { refusal } from './outcomes.js'

it.each([
  ['turnInProgress', { retry: true, uncounted: true, busy: {} }],
  ['paused', { retry: true, uncounted: true, afterMs: 10_000 }],
  ['unavailable', { retry: true }],
  ['sessionNotFound', { retry: false }],
] as const)('%s is an outcome of its own', (kind, so) => {
  expect(refusal(new SignalboxError(kind, 'no'))).toEqual({ ok: false, error: expect.any(String), ...so })
})

it('throws a bug on', () => {
  expect(() => refusal(new Error('a bug'))).toThrow('a bug')
})
