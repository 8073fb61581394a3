import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toolFact } from './facts.js'

const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((codes) => String.fromCodePoint(...codes))

describe('toolFact', () => {
  it.each([
    ['Bash', { command: 'npm test' }, 'Run npm test'],
    ['shell', { command: ['npm', 'test'] }, 'Run npm test'],
    ['exec_command', { cmd: 'ls' }, 'Run ls'],
    ['Read', { file_path: '/home/ada/shop/src/auth.ts' }, 'Read …/src/auth.ts'],
    ['read_file', { path: 'src/auth.ts' }, 'Read src/auth.ts'],
    ['grep', { pattern: 'AuthService' }, 'Search AuthService'],
    ['Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, 'Edit a.ts'],
    ['edit', { filepath: 'a.ts', diff: '@@ -1 +1 @@\n-x\n+y' }, 'Edit a.ts'],
    ['apply_patch', '*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b\n', 'Patch a and 1 more'],
    ['WebFetch', { url: 'https://x.dev' }, 'Fetch https://x.dev'],
    ['TodoWrite', { todos: [] }, 'Update the plan'],
    ['ExitPlanMode', { plan: '# x' }, 'Propose a plan'],
    ['mcp__github__create_issue', { title: 'x' }, 'github: create_issue'],
    ['Frobnicate', { query: 'all' }, 'Frobnicate all'],
    ['constructor', {}, 'constructor'],
    ['', null, 'Tool'],
    ['Bash', { command: 'a\nb\u001b[31m' }, 'Run a b'],
  ])('%s %j → %s', (tool, args, expected) => {
    expect(toolFact(tool, args)).toBe(expected)
  })

  it('is one short harmless line, whatever is called', () => {
    fc.assert(
      fc.property(anyText, fc.jsonValue(), (tool, args) => {
        const fact = toolFact(tool, args)
        expect(fact.length).toBeGreaterThan(0)
        expect(fact.length).toBeLessThanOrEqual(160)
        expect(fact).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
      }),
    )
  })
})
