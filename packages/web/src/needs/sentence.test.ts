import type { JsonObject } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { permissionEntry, questionEntry } from './request-entry.fixture.js'
import { saysAll, sentenceOf, sentenceText } from './sentence.js'

const said = (data: JsonObject, cwd: string | null = '/home/ada/shop') =>
  sentenceText(sentenceOf(permissionEntry(data), cwd))

describe('what will happen', () => {
  it.each<[string, JsonObject]>([
    ['Run npm publish in ~/shop', { args: { command: 'npm publish' } }],
    ['Run cargo build in ~/shop', { toolName: 'exec', description: 'cargo build' }],
    ['Run a command in ~/shop', { toolName: 'bash' }],
    ['Run a command of 2 lines in ~/shop', { args: { command: 'cd a\nrm -rf b\n' } }],
    ['Change /a/auth.ts', { toolName: 'Edit', args: { file_path: '/a/auth.ts', old_string: 'a' } }],
    ['Write /a/new.ts', { toolName: 'Write', args: { file_path: '/a/new.ts', content: 'x' } }],
    ['Read README.md', { toolName: 'read_file', args: { path: 'README.md' } }],
    ['Delete old.ts', { toolName: 'delete_file', args: { path: 'old.ts' } }],
    ['Fetch https://example.org/x', { toolName: 'WebFetch', args: { url: 'https://example.org/x' } }],
    ['Search the web for semver', { toolName: 'WebSearch', args: { query: 'semver' } }],
    ['Search for TODO', { toolName: 'Grep', args: { pattern: 'TODO' } }],
    ['Use create_issue of github', { toolName: 'mcp__github__create_issue', args: { title: 'x' } }],
    ['Use Deploy', { toolName: 'Deploy' }],
    ['Use Edit', { toolName: 'Edit' }],
    ['Carry out this plan in ~/shop', { toolName: 'ExitPlanMode', description: '# Plan' }],
    ['Have further permissions', { toolName: 'request_permissions' }],
    ['Do it', { toolName: '', description: 'Do it' }],
    ['Do something it does not name', { toolName: '' }],
  ])('%s', (sentence, data) => {
    expect(said(data)).toBe(sentence)
  })

  it('names the file of a patch, and counts several', () => {
    const patch = (...files: string[]) => ({
      toolName: 'apply_patch',
      args: { command: `*** Begin Patch\n${files.map((f) => `*** Update File: ${f}\n@@`).join('\n')}` },
    })
    expect(said(patch('src/a.ts'))).toBe('Change src/a.ts')
    expect(said(patch('src/a.ts', 'src/b.ts'))).toBe('Change 2 files')
  })

  it('says a path in the folder of the session from there', () => {
    const edit = (path: string) => said({ toolName: 'Edit', args: { file_path: path } })
    expect(edit('/home/ada/shop/src/a.ts')).toBe('Change src/a.ts in ~/shop')
    expect(edit('/home/ada/shopping/a.ts')).toBe('Change /home/ada/shopping/a.ts')
  })

  it('leaves out a folder nobody knows', () => {
    expect(said({ args: { command: 'ls' } }, null)).toBe('Run ls')
  })

  it('is the question, or how many there are', () => {
    const one = { id: 'q', text: 'Which way?', type: 'text' }
    expect(sentenceOf(questionEntry([one]), null)).toEqual({ text: 'Which way?' })
    expect(sentenceOf(questionEntry([one, one]), null)).toEqual({ text: 'Answer 2 questions' })
    expect(sentenceOf(questionEntry([]), null)).toEqual({ text: 'Answer a question' })
  })

  it('is one harmless line that is not too long, whatever comes', () => {
    const line = said({ args: { command: `echo \u001b[31m\u202e${'x'.repeat(50_000)}` } }, null)
    expect(line).toMatch(/^Run echo x+…$/)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (toolName, text) => {
        const sentence = said({ toolName, description: text, args: { command: text, path: text } })
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
        expect(sentence).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
        expect([...sentence].length).toBeLessThan(320)
      }),
    )
  })

  it('knows when it says the whole command', () => {
    const all = sentenceOf(permissionEntry({ args: { command: 'npm test' } }), null)
    expect(saysAll(all, 'npm test')).toBe(true)
    expect(saysAll(all, 'npm test\nrm -rf /')).toBe(false)
    const two = sentenceOf(permissionEntry({ args: { command: 'npm test\nrm -rf /' } }), null)
    expect(saysAll(two, 'npm test\nrm -rf /')).toBe(false)
    expect(saysAll({ text: 'Use' }, '')).toBe(false)
  })
})
