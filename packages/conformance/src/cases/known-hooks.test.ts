import { HOOK_TO_CANONICAL, HOOKED_AGENTS, type HookName, NATIVE_HOOKS } from '@signalbox/protocol/harmonize'
import { describe, expect, it } from 'vitest'
import { KNOWN_HOOKS } from './known-hooks.js'

describe.each(HOOKED_AGENTS)('the hooks of %s', (agent) => {
  it('are each tried, and no others', () => {
    const tried = new Set(KNOWN_HOOKS[agent].map(({ native }) => native))
    expect([...tried].sort()).toEqual(Object.keys(NATIVE_HOOKS[agent]).sort())
  })

  it('are tried as what the table makes of them', () => {
    const names: Readonly<Record<string, HookName>> = NATIVE_HOOKS[agent]
    for (const { native, activity } of KNOWN_HOOKS[agent]) {
      const hook = names[native] ?? expect.fail(`there is no hook ${native}`)
      const canonical = HOOK_TO_CANONICAL[hook]
      expect(activity?.canonical_type ?? null, native).toBe(canonical)
      if (activity) expect(activity.hook_event_type, native).toBe(hook)
    }
  })
})
