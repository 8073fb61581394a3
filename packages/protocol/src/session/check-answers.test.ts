import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../event.js'
import { checkAnswers } from './check-answers.js'

const request: JsonObject = {
  questions: [
    { id: 'strategy', type: 'choice', options: ['slow', 'fast'], required: true },
    { id: 'sure', type: 'confirm', required: false },
    { id: 'note', type: 'text', required: false },
  ],
}

describe('checkAnswers', () => {
  it.each([[{ strategy: 'fast' }], [{ strategy: 'slow', sure: 'yes', note: 'anything' }]])(
    'takes %j',
    (answers) => {
      expect(() => checkAnswers(request, { answers })).not.toThrow()
    },
  )

  it('takes words that are no option where the question says so', () => {
    const [strategy, ...others] = request.questions as JsonObject[]
    const open = { questions: [{ ...strategy, custom: true }, ...others] }
    expect(() => checkAnswers(open, { answers: { strategy: 'slow, fast' } })).not.toThrow()
    expect(() => checkAnswers(open, { answers: { strategy: 1 } })).toThrow('must be a text')
  })

  it('takes nothing at all from who dismisses it', () => {
    expect(() => checkAnswers(request, { answers: {}, dismissed: true })).not.toThrow()
  })

  it.each<[JsonObject, string, string]>([
    [{}, 'strategy', 'the question "strategy" needs an answer'],
    [{ strategy: ' ', note: 'x' }, 'strategy', 'the answer to "strategy" is not one of "slow", "fast"'],
    [{ strategy: 'fast', zzz: 'x' }, 'zzz', 'there is no question "zzz" in this request'],
    [{ strategy: 1 }, 'strategy', 'the answer to "strategy" must be a text'],
    [{ strategy: 'fast', sure: 'perhaps' }, 'sure', 'the answer to "sure" must be yes or no'],
  ])('says what is wrong with %j', (answers, id, message) => {
    expect(() => checkAnswers(request, { answers })).toThrow(
      expect.objectContaining({ message, field: `answers.${id}` }),
    )
  })
})
