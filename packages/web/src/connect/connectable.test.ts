import type { Finding } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { CONNECTABLE, ownFindings } from './connectable.js'

const finding = (name: string): Finding => ({ name, lamp: 'ok', says: 'well' })

it('knows each agent once', () => {
  expect(new Set(CONNECTABLE.map(({ id }) => id)).size).toBe(CONNECTABLE.length)
})

it('leaves what is found of agents to their own places, and nothing else', () => {
  const names = ['gateway', 'claude', 'codex', 'codex trust', 'tmux']
  expect(ownFindings(names.map(finding)).map(({ name }) => name)).toEqual(['gateway', 'codex trust', 'tmux'])
})
