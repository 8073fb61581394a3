import { describe, expect, it } from 'vitest'
import { unreachable } from './unreachable.js'

const failure = (code: string, message = 'x') => Object.assign(new Error(message), { code })

describe('unreachable', () => {
  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'not signed by anybody this machine trusts'],
    ['CERT_HAS_EXPIRED', 'its certificate has expired (CERT_HAS_EXPIRED)'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
    ['EPROTO', 'it does not speak TLS'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak TLS'],
  ])('says what %s means, in a line', (code, said) => {
    const told = unreachable(failure(code, 'write EPROTO 80:error:0A00010B:SSL routines:\n../deps/openssl\n'))
    expect(told).toContain(said)
    expect(told).not.toMatch(/\n|openssl/)
  })

  it('says anything else in its own words, of several the first, and not for ever', () => {
    expect(unreachable(failure('ECONNREFUSED', 'connect ECONNREFUSED ::1:9'))).toBe(
      'connect ECONNREFUSED ::1:9',
    )
    expect(unreachable(new AggregateError([new Error('one'), new Error('two')]))).toBe('one')
    expect(unreachable(new AggregateError([], 'none'))).toBe('none')
    expect(unreachable('a\nb')).toBe('a b')
    expect(unreachable(new Error('x'.repeat(999)))).toHaveLength(300)
    expect(unreachable(failure('toString', 'odd'))).toBe('odd')
  })
})
