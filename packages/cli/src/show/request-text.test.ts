import { REQUEST_OUTCOMES } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { askedLine, endedLine, toAllow, whoLine } from './request-text.js'

const by = { userId: 'owner', via: 'ws', from: '127.0.0.1' }

describe('toAllow', () => {
  it.each([
    ['a description', { description: 'Read README.md', args: { path: 'README.md' } }, 'Read README.md'],
    [
      'a command that is its description',
      { description: 'npm test', args: { command: 'npm test' } },
      'npm test',
    ],
    [
      'a command behind nice words',
      { description: 'Run the tests', args: { command: 'rm -rf /' } },
      'Run the tests\nrm -rf /',
    ],
    ['a command in words', { description: '', args: { command: ['rm', '-rf', '/'] } }, 'rm -rf /'],
    ['no arguments', { description: 'x' }, 'x'],
  ])('%s', (_what, asked, text) => {
    expect(toAllow({ toolName: 'bash', ...asked })).toBe(text)
  })
})

describe('askedLine', () => {
  it('names the tool and what it would do', () => {
    const data = { toolName: 'bash', description: 'npm test\u202e' }
    expect(askedLine({ kind: 'permission', data })).toBe('bash: npm test\\u{202e}')
    expect(
      askedLine({ kind: 'permission', data: { toolName: 'bash', description: '', args: { command: 'ls' } } }),
    ).toBe('bash: ls')
  })

  it('asks the first question, with its options and how many more there are', () => {
    const questions = [
      { id: 'a', text: 'Which?', type: 'choice', options: ['x', 'y'] },
      { id: 'b', text: 'Sure?', type: 'confirm' },
    ]
    expect(askedLine({ kind: 'question', data: { questions } })).toBe('Which? (x / y)  +1 more')
    expect(askedLine({ kind: 'question', data: { questions: questions.slice(1) } })).toBe('Sure?')
    expect(askedLine({ kind: 'question', data: {} })).toBe('')
  })
})

describe('endedLine', () => {
  it.each(REQUEST_OUTCOMES)('has words for %s', (outcome) => {
    expect(endedLine({ outcome, by, at: 1000 }, 13_000)).toMatch(/^[a-z].* 12 s ago$/)
  })

  it('says who, through which door and how long ago', () => {
    expect(endedLine({ outcome: 'approved', by, at: 0 }, 12_000)).toBe('approved by owner (ws) 12 s ago')
    expect(endedLine({ outcome: 'denied', by }, 12_000)).toBe('denied by owner (ws)')
    expect(endedLine({ outcome: 'of a later release' }, 0)).toBe('ended by somebody')
  })

  it('trusts no name', () => {
    expect(whoLine({ userId: 'a\u001b[2Jb', via: 'w\ns' })).toBe('ab (w s)')
  })
})
