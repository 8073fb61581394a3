import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SignalboxError } from '../errors.js'
import { inputText, readInput } from './read-input.js'

function refusal(input: unknown): [field: string | undefined, reason: string] {
  try {
    readInput(input)
  } catch (error) {
    if (error instanceof SignalboxError) return [error.field, error.message]
    throw error
  }
  throw new Error('it was taken')
}

describe('readInput', () => {
  it.each([
    [undefined, 'input', 'input is required'],
    [null, 'input', 'input is required'],
    [[], 'input', 'input is required'],
    ['Hello', 'input', 'input must be an array'],
    [[1], 'input[0]', 'input[0] must be an object'],
    [[{ type: 'image', content: [] }], 'input[0].type', "input[0].type must be 'message'"],
    [[{ type: 3 }], 'input[0].type', 'input[0].type must be a string'],
    [[{ role: 3 }], 'input[0].role', 'input[0].role must be a string'],
    [[{}], 'input[0].content', 'input[0].content is required'],
    [[{ content: [] }], 'input[0].content', 'input[0].content is required'],
    [[{ content: 'Hello' }], 'input[0].content', 'input[0].content must be an array'],
    [[{ content: ['Hello'] }], 'input[0].content[0]', 'input[0].content[0] must be an object'],
    [
      [{ content: [{ type: 'image', text: 'x' }] }],
      'input[0].content[0].type',
      "input[0].content[0].type must be 'input_text' or 'text'",
    ],
    [[{ content: [{}] }], 'input[0].content[0].text', 'input[0].content[0].text is required'],
    [[{ content: [{ text: ' \n' }] }], 'input[0].content[0].text', 'input[0].content[0].text is required'],
    [[{ content: [{ text: 7 }] }], 'input[0].content[0].text', 'input[0].content[0].text must be a string'],
    [
      [{ content: [{ text: 'a' }] }, { content: [{ text: 'b' }, { text: '' }] }],
      'input[1].content[1].text',
      'input[1].content[1].text is required',
    ],
  ])('%j', (input, field, reason) => {
    expect(refusal(input)).toEqual([field, reason])
  })

  it('takes what may be left out as left out, and words with space around them', () => {
    expect(
      readInput([
        { content: [{ text: 'a' }] },
        { type: ' message ', role: ' system ', content: [{ type: 'text', text: 'b' }] },
        { type: null, role: '', content: [{ type: null, text: 'c' }] },
      ]),
    ).toEqual([
      { role: 'user', parts: ['a'] },
      { role: 'system', parts: ['b'] },
      { role: 'user', parts: ['c'] },
    ])
  })

  it('keeps text as it was given', () => {
    expect(readInput([{ content: [{ text: '  a\n' }, { text: '\tb' }] }])).toEqual([
      { role: 'user', parts: ['  a\n', '\tb'] },
    ])
  })

  it('refuses anything else with a field, and never breaks', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          for (const { parts } of readInput(value)) expect(parts.length).toBeGreaterThan(0)
        } catch (error) {
          expect((error as SignalboxError).field).toMatch(/^input/)
        }
      }),
    )
  })
})

it('gives the agent parts on lines of their own, and messages as paragraphs', () => {
  expect(
    inputText([
      { role: 'user', parts: ['a', 'b'] },
      { role: 'user', parts: ['c'] },
    ]),
  ).toBe('a\nb\n\nc')
})
