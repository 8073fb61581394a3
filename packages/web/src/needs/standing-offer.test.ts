import type { JsonObject } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { permissionEntry, questionEntry } from './request-entry.fixture.js'
import { standingOffer } from './standing-offer.js'

const driven = { origin: 'driven', agentType: 'demo' } as const
const observed = (agentType: string) => ({ origin: 'observed', agentType }) as const
const rule = (text: string, type = 'addRules') => ({ text, value: { type } })

describe('what "always allow" would allow', () => {
  it.each<[string, JsonObject, string[]]>([
    [
      'a command: itself',
      { args: { command: 'npm test' } },
      ['Exactly this command, in this session: npm test'],
    ],
    ['a file tool: the tool', { toolName: 'edit' }, ['Every use of edit, on anything, in this session']],
    ['another call: itself', { toolName: 'deploy' }, ['Exactly this call of deploy, in this session']],
    ['what is too long to be remembered: nothing', { args: { command: 'x'.repeat(5000) } }, []],
  ])('in a driven session, %s', (_what, data, texts) => {
    expect(standingOffer(permissionEntry(data), driven)).toEqual(texts)
  })

  it('by Claude Code is what it proposes as rules, and nothing that goes further', () => {
    const suggestions = [
      rule('Always allow: Bash(npm test) · in this project, for me'),
      rule('Switch to acceptEdits mode', 'setMode'),
    ]
    const entry = permissionEntry({ args: { command: 'npm test' }, suggestions })
    expect(standingOffer(entry, observed('claude'))).toEqual([
      'Always allow: Bash(npm test) · in this project, for me',
    ])
  })

  it.each<[JsonObject, string[]]>([
    [{ args: { command: 'npm test' } }, ['Exactly this command, for this session: npm test']],
    [{ args: { command: 'rm *' } }, []],
    [{ args: {} }, []],
    [{ toolName: 'Edit', args: { file_path: '/a/b.ts' } }, ['Every change of /a/b.ts, for this session']],
    [{ toolName: 'Read', args: { file_path: '/a/b.ts' } }, ['Every reading of /a/b.ts, for this session']],
    [{ toolName: 'Write', args: { file_path: '/a/*.ts' } }, []],
    [{ toolName: 'WebFetch', args: { url: 'https://a' } }, ['Every use of WebFetch, for this session']],
    [{ toolName: 'ExitPlanMode', args: { plan: 'x' } }, []],
  ])('by Claude Code without rules: %j', (data, texts) => {
    expect(standingOffer(permissionEntry(data), observed('claude'))).toEqual(texts)
  })

  it('by opencode is every pattern it names', () => {
    const suggestions = [rule('Always allow: bash git * · for this session', 'x')]
    expect(standingOffer(permissionEntry({ suggestions }), observed('opencode'))).toEqual([
      'Always allow: bash git * · for this session',
    ])
  })

  it('is nothing where nobody can say what it would be', () => {
    const entry = permissionEntry({ args: { command: 'ls' } })
    for (const agent of ['codex', 'gemini', 'toString'])
      expect(standingOffer(entry, observed(agent))).toEqual([])
    expect(standingOffer(entry, undefined)).toEqual([])
    expect(standingOffer(questionEntry([]), driven)).toEqual([])
  })
})
