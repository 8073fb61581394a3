import { describe, expect, it } from 'vitest'
import { HOOK_TO_CANONICAL } from './canonical-activity.js'
import { HOOKED_AGENTS, hookNamed, NATIVE_HOOKS } from './native-hooks.js'

describe('the names agents give their hooks', () => {
  it('lead to hooks that are known, and every known hook is some agent’s', () => {
    const led = new Set(Object.values(NATIVE_HOOKS).flatMap((names) => Object.values<string>(names)))
    expect(led).toEqual(new Set(Object.keys(HOOK_TO_CANONICAL)))
  })

  it.each(HOOKED_AGENTS)('%s has what a session lives by, told apart', (agent) => {
    const names = new Set<string>(Object.values(NATIVE_HOOKS[agent]))
    const needed = [
      'session_start',
      'user_prompt_submit',
      'tool_use',
      'tool_done',
      'agent_stop',
      'session_end',
    ]
    expect(needed.filter((name) => !names.has(name))).toEqual([])
  })

  it('has every hook of the versions it was made for', () => {
    const counts = Object.entries(NATIVE_HOOKS).map(([agent, names]) => [agent, Object.keys(names).length])
    // Claude Code has 33. Codex has 11, one that others have and it may get, and eight of its notify program.
    expect(counts).toEqual([
      ['claude', 33],
      ['codex', 20],
      ['gemini', 11],
      ['opencode', 31],
    ])
  })

  it.each(['OfTomorrow', 'notification', '', 'constructor', '__proto__'])('%j is no hook', (name) => {
    expect(hookNamed('claude', name)).toBeUndefined()
  })
})
