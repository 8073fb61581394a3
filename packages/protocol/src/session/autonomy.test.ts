import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUTONOMY_PROFILES, type AutonomyProfile, TOOL_KINDS } from '../registry/shapes.js'
import {
  AUTONOMY_RULES,
  autonomyAnswer,
  MAX_REMEMBERED,
  profileNamed,
  questionRule,
  rememberedKey,
  TOOL_NAMES,
  toolKindOf,
  withRemembered,
} from './autonomy.js'
import type { RememberedAnswer } from './state.js'

const asks = (toolName: string, description = 'd') => ({ toolName, description })
const under = (autonomyProfile: AutonomyProfile, remembered: RememberedAnswer[] = []) => ({
  autonomyProfile,
  remembered,
})

describe('kinds of tools', () => {
  it.each([
    ['Read', 'read'],
    ['read_file', 'read'],
    ['LS', 'read'],
    ['Glob', 'search'],
    ['search_file_content', 'search'],
    ['TodoWrite', 'think'],
    ['update_plan', 'think'],
    ['MultiEdit', 'write'],
    ['apply_patch', 'write'],
    ['replace', 'write'],
    ['Bash', 'command'],
    ['exec', 'command'],
    ['run_shell_command', 'command'],
    ['execute', 'command'],
    ['WebFetch', 'fetch'],
    ['google_web_search', 'fetch'],
    ['delete', 'delete'],
    [' rm ', 'delete'],
    ['mcp__github__create_issue', 'other'],
    ['Task', 'other'],
    ['switch_mode', 'other'],
    ['__proto__', 'other'],
    ['constructor', 'other'],
    ['', 'other'],
  ])('%s is %s', (toolName, kind) => {
    expect(toolKindOf({ toolName })).toBe(kind)
  })

  it('are what the request says, if it says one there is', () => {
    expect(toolKindOf({ toolName: 'Read', toolKind: 'delete' })).toBe('delete')
    expect(toolKindOf({ toolName: 'Read', toolKind: 'harmless' })).toBe('read')
    expect(toolKindOf({ toolName: 'bash', toolKind: 'read' })).toBe('command')
    expect(toolKindOf({ toolName: 'bash', toolKind: 'write' })).toBe('command')
    expect(toolKindOf({ toolName: 'rm', toolKind: 'command' })).toBe('delete')
    expect(toolKindOf({ toolName: 'mine', toolKind: 'read' })).toBe('read')
    expect(toolKindOf({ toolName: { toString: 1 } })).toBe('other')
  })

  it('have every name once, in small letters', () => {
    const names = TOOL_KINDS.flatMap((kind) => TOOL_NAMES[kind])
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => name !== name.trim().toLowerCase() || name === '')).toEqual([])
  })
})

describe('rules', () => {
  const approved = (profile: AutonomyProfile) =>
    TOOL_KINDS.filter((toolKind) => autonomyAnswer(under(profile), { ...asks('x'), toolKind }))

  it('approve more from profile to profile', () => {
    expect(approved('ask_every_time')).toEqual([])
    expect(approved('recommended')).toEqual(['read', 'search', 'think'])
    expect(approved('auto_pilot')).toEqual(['read', 'search', 'think', 'write', 'command', 'fetch'])
    expect(approved('never_ask')).toEqual([...TOOL_KINDS])
  })

  it('name themselves and never deny', () => {
    fc.assert(
      fc.property(fc.constantFrom(...AUTONOMY_PROFILES), fc.constantFrom(...TOOL_KINDS), (profile, kind) => {
        const answer = autonomyAnswer(under(profile), { ...asks('x'), toolKind: kind })
        const rule = `${profile}: ${kind}`
        expect(answer).toEqual(
          AUTONOMY_RULES[profile][kind] === 'approve' ? { approved: true, rule } : undefined,
        )
      }),
    )
  })

  it('dismiss questions only where nobody is to be asked', () => {
    const rules = AUTONOMY_PROFILES.map((profile) => questionRule(under(profile)))
    expect(rules).toEqual([undefined, undefined, undefined, 'never_ask: question'])
  })

  it('are those of a profile there is', () => {
    expect(profileNamed('recommended')).toBe('recommended')
    for (const odd of ['Recommended', '', null, undefined, {}]) expect(profileNamed(odd)).toBeUndefined()
  })
})

describe('what is remembered', () => {
  it('is known by the tool; commands, removals and unknown tools by all of what is asked', () => {
    for (const tool of ['Read', 'Glob', 'think', 'Edit']) {
      expect(rememberedKey(asks(tool, 'a'))).toBe(rememberedKey(asks(tool, 'b')))
    }
    for (const tool of ['Bash', 'rm', 'mcp__x__y', 'WebFetch']) {
      expect(rememberedKey(asks(tool, 'a'))).not.toBe(rememberedKey(asks(tool, 'b')))
      expect(rememberedKey(asks(tool, 'a'))).toBe(rememberedKey(asks(tool, 'a')))
    }
  })

  it('is no command of another kind under the same words', () => {
    const [ls, rm] = ['ls', 'rm -rf ~'].map((command) =>
      rememberedKey({ ...asks('bash', 'Run a shell command'), args: { command } }),
    )
    expect(ls).not.toBe(rm)
  })

  it('does not let a tool that was trusted to read write', () => {
    const [read, write] = ['read', 'write'].map((toolKind) => rememberedKey({ ...asks('fs'), toolKind }))
    expect(read).not.toBe(write)
  })

  it('is never mistaken: two things asked have one key only when they are the same', () => {
    const name = fc.constantFrom('bash', 'bash","x', 'x', 'read')
    fc.assert(
      fc.property(name, fc.string(), name, fc.string(), (toolA, a, toolB, b) => {
        const [keyA, keyB] = [rememberedKey(asks(toolA, a)), rememberedKey(asks(toolB, b))]
        const same = toolA === toolB && (a === b || toolA === 'read')
        expect(keyA === keyB).toBe(same)
      }),
    )
  })

  it('is the last answer to each, and the oldest go first', () => {
    let remembered: RememberedAnswer[] = []
    for (let n = 0; n < MAX_REMEMBERED + 5; n++) {
      remembered = withRemembered(remembered, asks('bash', `c${n}`), true)
    }
    expect(remembered).toHaveLength(MAX_REMEMBERED)
    expect(remembered[0]?.key).toBe(rememberedKey(asks('bash', 'c5')))
    remembered = withRemembered(remembered, asks('bash', 'c5'), false)
    expect(remembered.at(-1)).toEqual({ key: rememberedKey(asks('bash', 'c5')), approved: false })
    expect(remembered).toHaveLength(MAX_REMEMBERED)
    expect(autonomyAnswer(under('ask_every_time', remembered), asks('bash', 'c5'))).toEqual({
      approved: false,
      rule: 'remembered',
    })
  })

  it('is not what is too long to hold', () => {
    expect(withRemembered([], asks('bash', 'x'.repeat(5000)), true)).toEqual([])
  })
})
