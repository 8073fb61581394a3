import { describe, expect, it } from 'vitest'
import { answerLine, maskedToken, sentLines } from './verbose-lines.js'

describe('what --verbose says', () => {
  it('is where it goes, as whom, and what', () => {
    expect(sentLines('http://x/y', 'abcdefghijklmnop', Buffer.from('{"a":"\u202e"}'))).toEqual([
      'POST http://x/y',
      'token: ab…op',
      'body: {"a":"\\u202e"}',
    ])
  })

  it.each([
    [{ status: 200, text: '{}' }, 'after 12 ms: 200 {}'],
    [{ status: 204, text: '' }, 'after 12 ms: 204'],
    [{ status: 500, text: '\u001b[31mno' }, 'after 12 ms: 500 no'],
    [{ status: 0, text: '' }, 'after 12 ms: no answer'],
    [{ status: 0, text: '', late: true as const }, 'after 12 ms: no answer in time'],
  ])('is what was answered: %j', (answer, line) => {
    expect(answerLine(answer, 12.4)).toBe(line)
  })

  it('has an end', () => {
    const [, , body] = sentLines('u', 't', Buffer.from('x'.repeat(9_000)))
    expect(body).toMatch(/x… \(9000 characters\)$/)
    expect(body?.length).toBeLessThan(4_100)
  })
})

it.each([
  [undefined, 'none'],
  ['', '…'],
  ['dev', '…'],
  ['12345678', '…'],
  ['123456789', '12…89'],
])('shows of the token %j %s', (token, masked) => {
  expect(maskedToken(token)).toBe(masked)
})
