import { HOOK_TO_CANONICAL, HOOKED_AGENTS, type HookName, NATIVE_HOOKS } from '@signalbox/protocol/harmonize'
import { describe, expect, it } from 'vitest'
import { HELD_HOOKS } from './held-hooks.js'
import { KNOWN_HOOKS } from './known-hooks.js'

/** Those that say nothing are tried all at once, and requests where they are held. */
const APART = new Set<HookName>(['nothing', 'permission_request', 'question_request'])

/** Forms of Claude Code and what a notify program tells are answered in the terminal. */
const ASKED_ELSEWHERE = new Set(['Elicitation', 'approval-requested'])

describe.each(HOOKED_AGENTS)('the hooks of %s', (agent) => {
  it('are each tried, and no others', () => {
    const tried = new Set(KNOWN_HOOKS[agent].map(({ native }) => native))
    const speaking = Object.entries<HookName>(NATIVE_HOOKS[agent]).filter(([, hook]) => !APART.has(hook))
    expect([...tried].sort()).toEqual(speaking.map(([native]) => native).sort())
  })

  it('are held where they ask a person who can answer them here', () => {
    const held = HELD_HOOKS.flatMap((one) => (one.agent === agent ? [one.native ?? 'PermissionRequest'] : []))
    const asking = Object.entries<HookName>(NATIVE_HOOKS[agent]).flatMap(([native, hook]) =>
      hook !== 'nothing' && APART.has(hook) && !ASKED_ELSEWHERE.has(native) ? [native] : [],
    )
    expect([...new Set(held)].sort()).toEqual(asking.sort())
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
