import { describe, expect, it } from 'vitest'
import { HOOK_TO_CANONICAL } from './canonical-activity.js'
import { HOOKED_AGENTS, hookNamed, NATIVE_HOOKS } from './native-hooks.js'

describe('the names agents give their hooks', () => {
  it('lead to hooks that are known, and every known hook is some agent’s', () => {
    const led = new Set(Object.values(NATIVE_HOOKS).flatMap((names) => Object.values<string>(names)))
    expect(led).toEqual(new Set(Object.keys(HOOK_TO_CANONICAL)))
  })

  it.each(HOOKED_AGENTS)('%s has its prompt, stop and notification', (agent) => {
    expect(['UserPromptSubmit', 'Stop', 'Notification'].map((name) => hookNamed(agent, name))).toEqual([
      'user_prompt_submit',
      'agent_stop',
      'notification',
    ])
  })

  it.each(['OfTomorrow', 'notification', '', 'constructor', '__proto__'])('%j is no hook', (name) => {
    expect(hookNamed('claude', name)).toBeUndefined()
  })
})
