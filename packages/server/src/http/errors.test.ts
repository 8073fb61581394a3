import { SignalboxError } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { toSignalboxError } from './errors.js'

it('passes on what is of the table', () => {
  const error = new SignalboxError('paused')
  expect(toSignalboxError(error)).toBe(error)
})

it.each([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'tooLarge'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupportedMediaType'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'invalidJson'],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 'invalidJson'],
  ['FST_ERR_BAD_URL', 'invalidMessage'],
])('knows %s', (code, kind) => {
  const error = toSignalboxError(Object.assign(new Error('/secret/path'), { code, statusCode: 418 }))
  expect(error?.kind).toBe(kind)
  expect(error?.message).not.toContain('secret')
})

it('takes another 4xx as a bad request, without its text', () => {
  const error = toSignalboxError(Object.assign(new Error('/secret/path'), { statusCode: 400 }))
  expect([error?.kind, error?.message]).toEqual(['invalidMessage', 'Invalid request'])
})

it.each([
  undefined,
  null,
  'text',
  7,
  new Error('bug'),
  new TypeError('bug'),
  { statusCode: 500 },
  { code: 'toString' },
])('foresaw nothing of %j', (thrown) => {
  expect(toSignalboxError(thrown)).toBeUndefined()
})
