import { describe, expect, it } from 'vitest'
import { permission, question } from '../test/watch-fixture.js'
import { askedLines } from './asked-lines.js'

const asks = (data: object) => askedLines({ kind: 'permission', data: data as Record<string, unknown> })

describe('askedLines', () => {
  it('shows the whole command beside what is said of it', () => {
    expect(
      asks({
        toolName: 'Bash',
        description: 'Publish',
        args: { command: 'npm version\nnpm publish', timeout: 5 },
      }),
    ).toEqual({ sentence: 'Wants to run:', lines: ['Publish', 'npm version', 'npm publish'] })
    expect(askedLines(permission('shop', 'make')).lines).toEqual(['make'])
  })

  it('shows what a file would become', () => {
    const args = { file_path: '/srv/a.ts', old_string: 'let a\nlet b', new_string: 'const a' }
    expect(asks({ toolName: 'Edit', toolKind: 'write', description: '', args })).toEqual({
      sentence: 'Wants to write:',
      lines: ['/srv/a.ts', '- let a', '- let b', '+ const a'],
    })
    const write = {
      toolName: 'Write',
      toolKind: 'write',
      description: '/srv/b.ts',
      args: { file_path: '/srv/b.ts', content: 'x' },
    }
    expect(asks(write).lines).toEqual(['/srv/b.ts', '+ x'])
  })

  it('leaves out no argument of a tool it does not know', () => {
    expect(
      asks({ toolName: 'mcp__db__query', description: 'Query', args: { sql: 'drop table a', rows: 3 } }),
    ).toEqual({ sentence: 'Wants to use mcp__db__query:', lines: ['Query', 'sql: drop table a', 'rows: 3'] })
    expect(asks({ toolName: 'exec', description: 'cargo build' })).toEqual({
      sentence: 'Wants to run:',
      lines: ['cargo build'],
    })
    expect(asks({}).sentence).toBe('Wants to use a tool:')
  })

  it('hides nothing and acts on nothing', () => {
    const { lines } = asks({
      toolName: 'Bash',
      description: '',
      args: { command: 'ls\u001b[8m; rm -rf ~\u200b\ttab' },
    })
    expect(lines).toEqual(['ls\\x1b[8m; rm -rf ~\\u{200b}    tab'])
  })

  it('introduces questions', () => {
    const asked = question('shop', [{ id: 'q1' }, { id: 'q2' }])
    expect(askedLines({ ...asked, data: { ...asked.data, context: 'About\nthe plan' } })).toEqual({
      sentence: 'Asks you 2 questions:',
      lines: ['About', 'the plan'],
    })
    expect(askedLines(question('shop', [{ id: 'q1' }])).sentence).toBe('Asks you:')
  })
})
