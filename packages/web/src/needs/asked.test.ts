import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { permissionOf, questionsOf } from './asked.js'
import { permissionEntry, questionEntry } from './request-entry.fixture.js'

describe('what is asked', () => {
  it('is read from the request', () => {
    const suggestions = [{ text: 'Always allow: Bash(ls)', value: { type: 'addRules' } }]
    const asked = permissionOf(
      permissionEntry({ description: 'ls', reason: 'to look', args: { command: 'ls' }, suggestions }),
    )
    expect(asked).toEqual({
      ...{ toolName: 'Bash', toolKind: 'command', description: 'ls', reason: 'to look' },
      ...{ args: { command: 'ls' }, command: 'ls', suggestions },
    })
  })

  it('takes a command that is the list of its words', () => {
    expect(permissionOf(permissionEntry({ args: { command: ['git', 'push', 7] } })).command).toBe('git push')
    expect(permissionOf(permissionEntry({ args: { cmd: 'git push' } })).command).toBe('git push')
  })

  it('has questions with their options and what is said of each', () => {
    const { questions } = questionsOf(
      questionEntry([
        {
          id: 'a',
          text: 'Which?',
          type: 'choice',
          options: ['x', 'y'],
          descriptions: ['one'],
          required: true,
        },
        { id: 'b', text: 'Sure?', type: 'confirm' },
        { id: 'c', text: 'Pick', type: 'choice', options: [] },
      ]),
    )
    expect(questions.map(({ type }) => type)).toEqual(['choice', 'confirm', 'text'])
    expect(questions[0]).toMatchObject({
      required: true,
      options: [
        { label: 'x', description: 'one' },
        { label: 'y', description: '' },
      ],
    })
  })

  it('is empty, not a crash, where an agent sends anything else', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (data, odd) => {
        const entry = permissionEntry({ ...data, args: odd, suggestions: odd, questions: odd } as never)
        expect(typeof permissionOf(entry).command).toBe('string')
        expect(Array.isArray(questionsOf(entry).questions)).toBe(true)
      }),
    )
  })
})
