import type { RequestEntry } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { rulesOf } from './decide.js'

const request = (suggestions?: unknown): RequestEntry => ({
  ...{ requestId: 'r', sessionId: 's', kind: 'permission', turnId: null, since: 0, status: 'pending' },
  data: { toolName: 'Bash', description: 'npm i', ...(suggestions === undefined ? {} : { suggestions }) },
})

it('says what is allowed from now on by the rules of the agent, and nothing it does not do', () => {
  const rule = { text: 'Always allow: Bash(npm i *)\u001b[2J', value: { type: 'addRules' } }
  const mode = { text: 'Accept edits', value: { type: 'setMode' } }
  expect(rulesOf(request([mode, rule]))).toEqual([expect.stringMatching(/^Always allow: Bash\(npm i \*\)/)])
  expect(rulesOf(request([mode, rule]))[0]).not.toContain('\u001b')
  expect([rulesOf(request([mode])), rulesOf(request('x')), rulesOf(request())]).toEqual([[], [], []])
})
