import { expect, it } from 'vitest'
import { suggestionsOf } from './suggestions.js'

it('offers the declared agents, those that can be started first, and the sessions', () => {
  const agents = [
    { id: 'codex', name: 'Codex', available: false, reason: 'codex is not installed' },
    { id: 'gemini', name: 'Gemini CLI', available: false },
    { id: 'demo', name: 'Demo', available: true },
  ]
  const offered = suggestionsOf(agents, new Set(['Codex 1']))
  expect(offered.agent_id).toEqual([
    { value: 'demo', label: 'Demo' },
    { value: 'codex', label: 'Codex: codex is not installed' },
    { value: 'gemini', label: 'Gemini CLI: cannot be started' },
  ])
  expect(offered.target_agent_name).toEqual(offered.agent_id)
  expect(offered.target_session_id).toEqual([{ value: 'Codex 1' }])
  expect(offered.url).toBeUndefined()
})
