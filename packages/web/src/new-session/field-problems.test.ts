import { GatewayError } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { fieldProblems } from './field-problems.js'

const refused = (message: string, field?: unknown, code = 'INVALID_MESSAGE') =>
  new GatewayError(code, message, field === undefined ? {} : { field })

describe('a refusal is shown', () => {
  it.each([
    ['at its field, in words', refused('cwd must be an absolute path', 'cwd'), 'cwd', /whole path/],
    [
      'at its field, as it is',
      refused('there is no agent x', 'agentType'),
      'agentType',
      /^there is no agent x$/,
    ],
    ['at the prompt', refused('text is too long', 'text'), 'prompt', /too long/],
    ['below, for a field nobody sees', refused('no', 'constructor'), 'form', /^no$/],
    ['below, without a field', refused('no'), 'form', /^no$/],
    ['below, when the field is odd', refused('no', 7), 'form', /^no$/],
    ['below, when nobody was reached', refused('x', undefined, 'ConnectionLost'), 'form', /out of reach/],
    ['below, whatever it was', new Error('odd'), 'form', /^odd$/],
    ['below, even no error', 'thrown', 'form', /^thrown$/],
  ] as const)('%s', (_where, error, field, says) => {
    const problems = fieldProblems(error)
    expect(Object.keys(problems)).toEqual([field])
    expect(problems[field]).toMatch(says)
  })
})
