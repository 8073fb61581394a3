import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { webhookHeaders } from './webhook-headers.js'

const problemOf = (given: unknown) => {
  const read = webhookHeaders(typeof given === 'string' ? given : JSON.stringify(given))
  return 'problem' in read ? read.problem : ''
}

describe('webhookHeaders', () => {
  it('reads names in lower case, and values as they are', () => {
    expect(webhookHeaders('{"Authorization": "Bearer  x", "X-Ünö": "a"}')).toHaveProperty('problem')
    expect(webhookHeaders('{"Authorization": "Bearer  x", "X-A": "", "x-b": "é"}')).toEqual({
      headers: { authorization: 'Bearer  x', 'x-a': '', 'x-b': 'é' },
    })
    expect(webhookHeaders(' ')).toEqual({ headers: {} })
    expect(webhookHeaders('{"__proto__": "x"}')).toEqual({
      headers: Object.fromEntries([['__proto__', 'x']]),
    })
  })

  it.each([
    ['{', 'must be a JSON object of strings'],
    ['[]', 'must be a JSON object'],
    ['null', 'must be a JSON object'],
    ['"x"', 'must be a JSON object'],
    [{ 'x y': 'a' }, 'names a header "x y", which is none'],
    [{ '': 'a' }, 'which is none'],
    [{ 'x\r\nHost': 'a' }, 'which is none'],
    [{ x: 1 }, 'must be a JSON object of strings'],
    [{ x: 'a\r\nHost: b' }, 'gives x a value that no header can have'],
    [{ x: 'a\nb' }, 'gives x a value that no header can have'],
    [{ x: 'a\0' }, 'gives x a value that no header can have'],
    [{ x: '日本' }, 'gives x a value that no header can have'],
    [{ x: 'Bearer {{secret}}' }, 'gives x {{fields}}, which headers do not take'],
    [{ x: 'a', X: 'b' }, 'names X twice'],
    [Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`x-${n}`, 'a'])), 'must name at most 50'],
  ])('refuses %j', (given, said) => expect(problemOf(given)).toContain(said))

  it.each([
    'Host',
    'content-length',
    'Connection',
    'Transfer-Encoding',
    'TE',
    'Upgrade',
    'Proxy-Authorization',
    'webhook-signature',
    'Idempotency-Key',
  ])('leaves %s to the gateway', (name) => expect(problemOf({ [name]: 'x' })).toBe(`must not set ${name}`))

  it('lets nothing through that would begin another line', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), (given) => {
        const read = webhookHeaders(JSON.stringify(given))
        if ('problem' in read) return
        for (const [name, value] of Object.entries(read.headers))
          expect(`${name}${value}`).not.toMatch(/[\r\n\0]/)
      }),
    )
  })
})
