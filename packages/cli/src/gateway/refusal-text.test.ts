import { GatewayError } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { HttpRefusal } from './call.js'
import { refusalText } from './refusal-text.js'

describe('refusalText', () => {
  it.each([
    [
      'of the socket',
      new GatewayError('TurnInProgress', 'a turn is running'),
      'The gateway refused: a turn is running.',
    ],
    ['of HTTP', new HttpRefusal(404, { detail: 'Not there.' }), 'The gateway refused: Not there.'],
    ['with something nasty in it', new GatewayError('X', 'a\u001b[2J\nb'), 'The gateway refused: a b.'],
    [
      'while the gateway is paused',
      new GatewayError('Paused', 'paused'),
      'The gateway is paused: no new turns start. Resume with: signalbox resume',
    ],
    [
      'while the session is paused',
      new GatewayError('Paused', 'thread is paused'),
      /^The session is paused: .* signalbox resume SESSION$/,
    ],
    ['of the token', new GatewayError('NOT_AUTHENTICATED', 'x'), /does not know this token.*--token/],
  ])('is one sentence for a refusal %s', (_what, error, sentence) => {
    expect(refusalText(error)).toMatch(sentence)
  })

  it.each([
    ['ConnectionLost', /connection.*lost/i],
    ['RequestTimeout', /did not answer/],
    ['TurnLost', /how the turn ended is unknown/i],
  ])('does not call it a refusal when nobody answered: %s', (code, sentence) => {
    const text = refusalText(
      new GatewayError(
        code,
        code === 'RequestTimeout'
          ? 'the gateway did not answer in 30 seconds'
          : code === 'TurnLost'
            ? 'how the turn ended is unknown'
            : 'connection lost',
      ),
    )
    expect(text).toMatch(sentence)
    expect(text).not.toContain('refused')
  })

  it('leaves our own bugs alone', () => {
    expect(refusalText(new TypeError('x'))).toBeUndefined()
  })
})
