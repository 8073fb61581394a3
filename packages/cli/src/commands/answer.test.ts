import { describe, expect, it } from 'vitest'
import { readAnswers } from './answer.js'

const way = { id: 'way', text: 'Which way?', type: 'choice', options: ['slow', 'fast'] }
const sure = { id: 'sure', text: 'Sure?', type: 'confirm', required: false }
const note = { id: 'note', text: 'Anything else?', type: 'text', required: false }
const read = (questions: object[], ...words: string[]) => readAnswers({ data: { questions } }, words)

describe('one question', () => {
  it.each([
    [way, ['fast'], { way: 'fast' }],
    [way, ['2'], { way: 'fast' }],
    [way, ['way=slow'], { way: 'slow' }],
    [sure, ['y'], { sure: 'yes' }],
    [note, ['several', 'words', 'a=b'], { note: 'several words a=b' }],
  ])('%j %j', (question, words, answers) => {
    expect(read([question], ...words)).toEqual(answers)
  })

  it('says what the options are when it is none of them', () => {
    expect(() => read([way], '3')).toThrow('way: It is one of: 1 slow, 2 fast.')
  })
})

describe('several questions', () => {
  it('take an answer each by name; what may be left open may be left out', () => {
    expect(read([way, sure, note], 'way=1', 'note=a = b')).toEqual({ way: 'slow', note: 'a = b' })
  })

  it.each([
    [['fast'], /"fast" answers none of the 3 questions; type way=… sure=… note=…\./],
    [['sure=yes'], /way: This one needs an answer\./],
    [['way=1', 'sure=perhaps'], /sure: It is yes or no\./],
  ])('say what is wrong with %j', (words, sentence) => {
    expect(() => read([way, sure, note], ...words)).toThrow(sentence)
  })

  it('are told to who asks for them', () => {
    expect(() => read([way, sure, note])).toThrow(
      'It asks: way: Which way? (1 slow, 2 fast); sure: Sure? (yes or no); note: Anything else?',
    )
  })
})
