import { UsageError } from '@signalbox/server/config'
import { expect, it } from 'vitest'
import { HttpRefusal } from './call.js'
import { tokenRefused } from './connect.js'
import { isFinal } from './is-final.js'

const refused = (status: number) => new HttpRefusal(status, { detail: 'no' })

it.each([
  ['a wrong token', tokenRefused('http://x'), true],
  ['what is not there', refused(404), true],
  ['what is not allowed', refused(403), true],
  ['too much at once', refused(429), false],
  ['too slow', refused(408), false],
  ['a gateway that starts', refused(503), false],
  ['nobody who answers', new UsageError('No gateway answers'), false],
  ['a broken connection', new TypeError('terminated'), false],
])('%s', (_what, error, final) => {
  expect(isFinal(error)).toBe(final)
})
