import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Question } from '../show/request-text.js'
import { listOptions, readAnswer, readDecision } from './read-answer.js'

describe('readDecision', () => {
  it.each([
    ['y', { approved: true }],
    [' YES ', { approved: true }],
    ['n', { approved: false }],
    ['no', { approved: false }],
    ['a', { approved: true, remember: true }],
    ['always', { approved: true, remember: true }],
    ['n too wide', { approved: false, message: 'too wide' }],
    ['no, not today ', { approved: false, message: 'not today' }],
    ['y: but slowly', { approved: true, message: 'but slowly' }],
  ])('%j', (line, decision) => {
    expect(readDecision(line)).toEqual(decision)
  })

  it.each(['', ' ', 'x', 'yep', 'ny', 'nope', 'all', 'yn', '1'])('takes %j for nothing', (line) => {
    expect(readDecision(line)).toBeUndefined()
  })

  it('never takes for a yes what does not begin with one', () => {
    fc.assert(
      fc.property(fc.string(), (line) => {
        if (!/^\s*(y|yes|a|always)([\s,:]|$)/i.test(line))
          expect(readDecision(line)?.approved ?? false).toBe(false)
      }),
    )
  })
})

describe('readAnswer', () => {
  const choice: Question = {
    id: 'q',
    text: 'Which?',
    type: 'choice',
    options: ['incremental', 'big-bang', '2'],
  }
  const confirm: Question = { id: 'q', text: 'Sure?', type: 'confirm' }
  const free: Question = { id: 'q', text: 'Else?', type: 'text' }

  it.each([
    [choice, '1', { answer: 'incremental' }],
    [choice, 'Big-Bang', { answer: 'big-bang' }],
    [choice, '2', { answer: '2' }],
    [choice, '3', { answer: '2' }],
    [choice, '4', { problem: 'It is one of: 1 incremental, 2 big-bang, 3 2.' }],
    [choice, '0', { problem: 'It is one of: 1 incremental, 2 big-bang, 3 2.' }],
    [confirm, 'Y', { answer: 'yes' }],
    [confirm, 'no', { answer: 'no' }],
    [confirm, 'maybe', { problem: 'It is yes or no.' }],
    [free, ' as it is ', { answer: 'as it is' }],
    [{ ...choice, options: [] }, 'anything', { answer: 'anything' }],
    [{ ...choice, custom: true }, 'neither', { answer: 'neither' }],
    [{ ...choice, custom: true }, '1', { answer: 'incremental' }],
    [{ ...choice, multiSelect: true }, '2, Incremental', { answer: '2, incremental' }],
    [{ ...choice, multiSelect: true }, '1', { answer: 'incremental' }],
    [
      { ...choice, multiSelect: true },
      '1, 9',
      { problem: 'It is some of, with commas between them: 1 incremental, 2 big-bang, 3 2.' },
    ],
  ])('%j %j', (question, typed, reading) => {
    expect(readAnswer(typed, question)).toEqual(reading)
  })

  it('leaves open only what may be left open', () => {
    for (const question of [choice, confirm, free]) {
      expect(readAnswer('  ', { ...question, required: false })).toEqual({ skip: true })
      expect(readAnswer('', question)).toEqual({ problem: 'This one needs an answer.' })
    }
  })

  it('lists options harmlessly', () => {
    expect(listOptions(['a\u001b[2J', 'b'])).toBe('1 a, 2 b')
  })
})
