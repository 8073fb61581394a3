import { PermissionAnswer, QuestionAnswer, SignalboxError, validate } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from './read-answer.js'

describe('readAnswer', () => {
  it.each([
    { approved: true },
    { approved: false, message: 'not now', remember: true },
    { answers: {} },
    { answers: { strategy: 'incremental', again: 'yes' } },
    { answers: {}, dismissed: true },
  ])('takes %j as it is', (body) => {
    expect(readAnswer(body)).toBe(body)
  })

  it.each<[body: unknown, field: string | undefined]>([
    [undefined, undefined],
    [null, undefined],
    ['yes', undefined],
    [true, undefined],
    [[{ approved: true }], undefined],
    [{}, 'approved'],
    [{ approved: 'yes' }, 'approved'],
    [{ approved: null }, 'approved'],
    [{ approved: true, remember: 1 }, 'remember'],
    [{ approved: true, message: {} }, 'message'],
    [{ message: 'no' }, 'approved'],
    [{ approved: true, comment: 'x' }, 'comment'],
    [{ approved: true, requestId: 'x' }, 'requestId'],
    [{ answers: [] }, 'answers'],
    [{ answers: { strategy: 1 } }, 'answers.strategy'],
    [{ answers: {}, dismissed: 'yes' }, 'dismissed'],
    [{ dismissed: true }, 'answers'],
    [{ answers: {}, note: 'x' }, 'note'],
    [{ approved: true, answers: {} }, 'answers'],
    [{ approved: true, dismissed: true }, 'answers'],
    [{ answers: {}, remember: true }, 'answers'],
  ])('refuses %j and names %s', (body, field) => {
    const attempt = () => readAnswer(body)
    expect(attempt).toThrow(SignalboxError)
    expect(attempt).toThrow(expect.objectContaining({ kind: 'invalidMessage', field }))
  })

  it('does not say back a name that is as long as a book', () => {
    const attempt = () => readAnswer({ approved: true, ['x'.repeat(1000)]: 1 })
    expect(attempt).toThrow(expect.objectContaining({ field: 'x'.repeat(100) }))
    expect(attempt).toThrow(/^x{100} is not a known field$/)
  })

  it('gives an answer of one kind or refuses, whatever it is given', () => {
    const names = fc.constantFrom('approved', 'message', 'remember', 'answers', 'dismissed', 'other')
    const values = fc.oneof(
      fc.boolean(),
      fc.string(),
      fc.dictionary(fc.string(), fc.string()),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(names, values), fc.jsonValue()), (body) => {
        try {
          const answer = readAnswer(body)
          const fits = [PermissionAnswer, QuestionAnswer].map((form) => validate(form, answer) === undefined)
          expect(fits.filter(Boolean)).toHaveLength(1)
        } catch (error) {
          expect(error).toMatchObject({ kind: 'invalidMessage' })
        }
      }),
    )
  })
})
