import { toolKindOf } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { approvalTypeOf, requestText } from './request-text.js'

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

describe('requestText', () => {
  it.each([
    ['Bash', { command: 'npm test\nnpm run build', description: 'Test' }, 'npm test\nnpm run build'],
    ['shell', { command: ['bash', '-lc', 'ls', 7] }, 'bash -lc ls'],
    ['exec_command', { cmd: 'ls' }, 'ls'],
    ['Write', { file_path: '/a/b.ts', content: 'x' }, 'Write /a/b.ts'],
    ['write', { filePath: '/a/b.ts' }, 'write /a/b.ts'],
    ['Grep', { pattern: 'x+' }, 'Grep x+'],
    ['apply_patch', { command: patch('*** Add File: a', '+x', '*** Delete File: b') }, 'Add a, Delete b'],
    ['apply_patch', { command: patch('odd') }, patch('odd')],
    ['Bash', { command: ' ' }, 'Bash {"command":" "}'],
    ['Bash', {}, 'Bash'],
    ['mcp__my_server__do__it', { x: 1 }, 'my_server: do__it {"x":1}'],
  ])('%s %j reads %j', (tool, args, text) => {
    expect(requestText(tool, args)).toBe(text)
  })

  it('is cut, and says so', () => {
    expect(requestText('Bash', { command: 'x'.repeat(10_000) })).toMatch(
      /^x{8192}… \[cut, 10000 bytes in all\]$/,
    )
    expect(requestText('Odd', { all: 'x'.repeat(2000) }).length).toBeLessThan(1100)
  })
})

describe('approvalTypeOf', () => {
  it.each([
    ['Bash', 'exec'],
    ['apply_patch', 'patch'],
    ['delete_file', 'patch'],
    ['mcp__lab__bash', 'elicitation'],
    ['Read', undefined],
    ['ExitPlanMode', undefined],
  ])('of %s is %s', (toolName, type) => {
    expect(approvalTypeOf(toolName, toolKindOf({ toolName }))).toBe(type)
  })
})
