import { expect, it } from 'vitest'
import { snakeName, trustHash, trustKey } from './codex-trust.js'

it('names hooks as Codex does', () => {
  expect(trustKey('/home/dev/.codex/hooks.json', 'UserPromptSubmit', 2, 1)).toBe(
    '/home/dev/.codex/hooks.json:user_prompt_submit:2:1',
  )
  expect(snakeName('Stop')).toBe('stop')
})

// The hashes are those that Codex 0.166.0 told for these hooks.
it('hashes hooks as Codex does', () => {
  expect(trustHash({ event: 'Stop', command: '/x/a b c', timeout: 10 })).toBe(
    'sha256:40756890ebde7da2d7d59970a0e87198391c5568770ca373a91ddfbee1273d40',
  )
  expect(trustHash({ event: 'PermissionRequest', matcher: 'Bash', command: 'true # x', timeout: 600 })).toBe(
    'sha256:e56008455008185e8af824071a320a71c0ad251177548b61d3d2e6491e5bb334',
  )
  expect(trustHash({ event: 'SessionEnd', command: 'true', timeout: 3 })).toBe(
    'sha256:0408973db4c606ef0b942b13de03431201c09e7746a6fbf2d078370f1af83d68',
  )
})
