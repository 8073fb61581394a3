import { describe, expect, it } from 'vitest'
import { HoldPolicy, type HoldPolicyDeps } from './hold-policy.js'

function policy({
  settings,
  ...more
}: Omit<Partial<HoldPolicyDeps>, 'settings'> & { settings?: object } = {}) {
  return new HoldPolicy({
    settings: { codexHook: 20_000, codexAlways: false, ...settings },
    approversConnected: () => true,
    attachedElsewhere: () => false,
    ...more,
  })
}

const CODEX = { agent: 'codex', nativeSession: 't', subagent: false, alone: false }
const nobody = { approversConnected: () => false }

describe('a hook is held', () => {
  it.each(['claude', 'opencode'])('by %s as long as it takes, whoever is there', (agent) => {
    const term = policy({ ...nobody, settings: { codexHook: 0 } }).termOf({ ...CODEX, agent })
    expect(term).toEqual({ longestMs: Number.POSITIVE_INFINITY, approver: false })
  })

  it.each([CODEX, { ...CODEX, agent: 'claude', subagent: true }, { ...CODEX, agent: 'claude', alone: true }])(
    'for a while and an approver: %j',
    (hook) => {
      const term = { longestMs: 20_000, approver: true }
      expect(policy().termOf(hook)).toEqual(term)
      expect(policy(nobody).termOf(hook)).toBeUndefined()
      expect(policy({ settings: { codexHook: 0, codexAlways: true } }).termOf(hook)).toBeUndefined()
      const always = policy({ ...nobody, settings: { codexAlways: true } })
      expect(always.termOf(hook)).toEqual({ longestMs: 20_000, approver: false })
      expect(policy(nobody).mayGoOn(term)).toBe(false)
    },
  )

  it('not where Codex is heard elsewhere', () => {
    const attached = policy({ attachedElsewhere: (thread) => thread === 't' })
    expect(attached.termOf(CODEX)).toBeUndefined()
    expect(attached.termOf({ ...CODEX, nativeSession: 'u' })).toBeDefined()
    expect(attached.termOf({ ...CODEX, agent: 'claude' })).toBeDefined()
  })
})
