import { describe, expect, it } from 'vitest'
import { argsLine, outputLine } from './tool-text.js'

describe('argsLine', () => {
  it.each([
    ['a command', { command: 'npm test', timeoutMs: 5 }, 'npm test'],
    ['a command in words', { command: ['git', 'push'] }, 'git push'],
    ['a path', { limit: 4, path: 'src/a.ts' }, 'src/a.ts'],
    ['what says most first', { path: 'a', command: 'ls' }, 'ls'],
    ['what nobody knows', { depth: 2, deep: { x: [1] } }, '{"depth":2,"deep":{"x":[1]}}'],
    ['nothing', {}, ''],
    ['null', null, ''],
    ['a word', 'now', 'now'],
    ['an empty command', { command: '', x: 1 }, '{"command":"","x":1}'],
    ['several lines', { command: 'a\n  b' }, 'a ⏎ b'],
    ['what would not be seen', { command: 'ls\u001b[2K\u202e' }, 'ls\\x1b[2K\\u{202e}'],
  ])('%s', (_what, args, line) => {
    expect(argsLine(args)).toBe(line)
  })
})

describe('outputLine', () => {
  it.each([
    [undefined, ''],
    ['ok\n', 'ok'],
    ['a\nb\nc\n', '3 lines'],
    ['\u001b[31mred', 'red'],
    ['x'.repeat(80), `${'x'.repeat(60)}…`],
  ])('%j: %s', (output, line) => {
    expect(outputLine(output)).toBe(line)
  })
})
