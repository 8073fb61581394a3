import { GatewayError } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { type Answering, changeAnswering, IDLE } from './answering.js'

const sending = changeAnswering(IDLE, { type: 'sent' })
const refused = (error: unknown): Answering => changeAnswering(sending, { type: 'refused', error })

describe('an answer on its way', () => {
  it('is sent, and taken: the card waits for the gateway to say so', () => {
    expect(sending).toEqual({ state: 'sending' })
    expect(changeAnswering(sending, { type: 'taken' })).toEqual({ state: 'sending' })
  })

  it('says who was faster', () => {
    const details = { outcome: 'denied', by: { userId: 'ann', via: 'rest' }, at: 5 }
    expect(refused(new GatewayError('RequestAlreadyResolved', 'already answered', details))).toEqual({
      state: 'failed',
      problem: 'Somebody was faster. Denied by ann from a terminal or program; your answer changed nothing.',
      over: true,
    })
    expect(refused(new GatewayError('RequestAlreadyResolved', 'x'))).toMatchObject({ over: true })
  })

  it.each([
    ['AgentUnavailable', /own terminal/, true],
    ['RequestNotFound', /asked no more/, true],
    ['SessionNotFound', /is gone/, true],
    ['ConnectionLost', /was cut/, false],
    ['RequestTimeout', /Try again/, false],
  ])('says what %s means', (code, said, over) => {
    const state = refused(new GatewayError(code, 'raw'))
    expect(state).toMatchObject({ state: 'failed', over })
    expect((state as { problem: string }).problem).toMatch(said)
  })

  it('says anything else in the words it came with, as a sentence', () => {
    expect(refused(new GatewayError('InvalidMessage', 'the question "q" needs an answer'))).toMatchObject({
      problem: 'The question "q" needs an answer.',
      over: false,
    })
    expect(refused(new Error('Broken.'))).toMatchObject({ problem: 'Broken.' })
    expect(refused('odd')).toMatchObject({ problem: 'Odd.' })
  })

  it('is to be given anew when it is asked again', () => {
    expect(changeAnswering(sending, { type: 'asked' })).toEqual(IDLE)
  })

  it('can be given again after it failed', () => {
    expect(changeAnswering(refused(new Error('x')), { type: 'sent' })).toEqual({ state: 'sending' })
  })
})
