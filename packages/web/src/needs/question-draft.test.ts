import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AskedQuestion } from './asked.js'
import { choose, filled, type QuestionDraft, write } from './question-draft.js'

const question = (id: string, more: Partial<AskedQuestion> = {}): AskedQuestion => ({
  ...{ id, text: id, type: 'choice', header: '', required: false, multiSelect: false, custom: true },
  options: ['x', 'y', 'z'].map((label) => ({ label, description: '' })),
  ...more,
})
const NONE: QuestionDraft = new Map()
const one = question('one')
const many = question('many', { multiSelect: true })

describe('the answers to questions', () => {
  it('are one option of several, the last that was chosen', () => {
    const draft = choose(choose(NONE, one, 'x'), one, 'y')
    expect(filled([one], draft)).toEqual({ ok: true, answers: { one: 'y' } })
  })

  it('are several options in the order they were offered, and one can be taken back', () => {
    const draft = choose(choose(choose(NONE, many, 'z'), many, 'x'), many, 'y')
    expect(filled([many], choose(draft, many, 'y'))).toEqual({ ok: true, answers: { many: 'x, z' } })
  })

  it('are own words: in the place of one option, beside several', () => {
    expect(filled([one], write(choose(NONE, one, 'x'), one, ' neither '))).toEqual({
      ok: true,
      answers: { one: 'neither' },
    })
    expect(filled([many], write(choose(NONE, many, 'x'), many, 'and w'))).toEqual({
      ok: true,
      answers: { many: 'x, and w' },
    })
    expect(filled([one], choose(write(NONE, one, 'own'), one, 'x'))).toEqual({
      ok: true,
      answers: { one: 'x' },
    })
  })

  it('keep an option when words are emptied again', () => {
    expect(filled([one], write(choose(NONE, one, 'x'), one, ''))).toEqual({ ok: true, answers: { one: 'x' } })
  })

  it('are not sent before all that need one are there', () => {
    const needed = question('needed', { required: true })
    expect(filled([one, needed], choose(NONE, one, 'x'))).toEqual({ ok: false, missing: ['needed'] })
    expect(filled([one, needed], choose(NONE, needed, 'x'))).toEqual({ ok: true, answers: { needed: 'x' } })
    expect(filled([one, many], write(NONE, one, '  '))).toEqual({ ok: false, missing: ['one', 'many'] })
  })

  it('have only what was asked, by ids of any kind', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.string(), (ids, words) => {
        const questions = ids.map((id) => question(id, { type: 'text', options: [] }))
        const draft = questions.reduce((before, asked) => write(before, asked, words), NONE)
        const result = filled(questions, draft)
        expect(result.ok).toBe(words.trim() !== '')
        if (result.ok) expect(Object.keys(result.answers).sort()).toEqual([...ids].sort())
      }),
    )
  })
})
