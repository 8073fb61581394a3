import { SESSION_STATUSES, type SessionStatus } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { LAMP_WORDS, lampOf } from './lamp-of.js'

describe('lampOf', () => {
  it.each([
    ['waiting', 'Needs you'],
    ['running', 'Working'],
    ['activating', 'Waiting'],
    ['deactivating', 'Waiting'],
    ['error', 'Failed'],
    ['ready', 'Idle'],
    ['inactive', 'Inactive'],
  ] as const)('%s says %s', (status, word) => {
    expect(LAMP_WORDS[lampOf(status, false)]).toBe(word)
  })

  it('knows every state of the protocol', () => {
    for (const status of SESSION_STATUSES) expect(LAMP_WORDS[lampOf(status, false)]).toBeTruthy()
  })

  it('says so in every state when a person is needed', () => {
    for (const status of SESSION_STATUSES) expect(lampOf(status, true)).toBe('needs')
  })

  it.each([
    ['running', { state: 'stale' }, 'No news'],
    ['inactive', { state: 'ended', until: 5 }, 'Gone'],
    ['inactive', { state: 'ended' }, 'Inactive'],
    ['running', { state: 'busy' }, 'Working'],
    ['ready', { state: 'idle' }, 'Idle'],
  ] as const)('%s seen as %j says %s', (status, glance, word) => {
    expect(LAMP_WORDS[lampOf(status, false, glance)]).toBe(word)
    expect(lampOf(status, true, glance)).toBe('needs')
  })

  it('lights nothing for a state of a later release', () => {
    expect(lampOf('constructor' as SessionStatus, false)).toBe('off')
  })
})
