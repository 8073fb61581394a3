import { expect, it } from 'vitest'
import type { Json } from '../event.js'
import { actionText } from './action-text.js'

it.each([
  ['Bash', { command: 'npm test' }, 'Bash: npm test'],
  ['Edit', { file_path: '/home/me/src/main.rs' }, 'Edit: main.rs'],
  ['write', { filePath: 'C:\\shop\\a.txt' }, 'write: a.txt'],
  ['shell', { command: ['bash', '-lc', 'ls'] }, 'shell: bash -lc ls'],
  [
    'apply_patch',
    { command: '*** Begin Patch\n*** Update File: src/app.ts\n+x\n*** End Patch' },
    'apply_patch: app.ts',
  ],
  ['Task', { description: 'Look around', prompt: '' }, 'Task: Look around'],
  ['Read', { path: '///' }, 'Read: ///'],
  ['mcp__lab__ask', { anything: 1 }, 'mcp__lab__ask'],
  ['Bash', null, 'Bash'],
  ['Bash', ['x'], 'Bash'],
  ['', {}, 'tool'],
  ['Bash', { command: 'printf "\u001b[31mred\u001b[0m"\n\trm -rf x' }, 'Bash: printf "red" rm -rf x'],
] as const)('%s %j', (toolName, args, text) => {
  expect(actionText({ toolName, args: args as unknown as Json })).toBe(text)
})

it('is never long', () => {
  expect(
    actionText({ toolName: 'B'.repeat(500), args: { command: 'x'.repeat(500) } }).length,
  ).toBeLessThanOrEqual(120)
})
