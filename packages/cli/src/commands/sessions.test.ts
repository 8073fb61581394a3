import type { AttentionEntry, SessionMeta } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../terminal/display-width.js'
import { paintFor } from '../terminal/paint.js'
import { sessionLines } from './sessions.js'

const ID = '01994f3a-0000-7000-8000-0000deadbeef'
const session = (more: Partial<SessionMeta> = {}): SessionMeta => ({
  id: ID,
  tenantId: 'local',
  name: 'Login',
  agentType: 'demo',
  status: 'waiting',
  archived: false,
  createdAt: 0,
  updatedAt: 0,
  lastActivityAt: 60_000,
  origin: 'driven',
  cwd: null,
  aliases: [],
  ...more,
})
const need: AttentionEntry = { sessionId: ID, kind: 'permission', since: 0, message: 'npm test\u202e' }
const lines = (list: SessionMeta[], attention: AttentionEntry[] = [], width = 80) =>
  sessionLines(list, attention, { paint: paintFor(false), width: () => width }, 120_000)

describe('sessionLines', () => {
  it('says what each is at and what it needs', () => {
    expect(lines([session()], [need])).toEqual([
      'ID        NAME   AGENT  STATE    AGE    NEEDS',
      'deadbeef  Login  demo   waiting  1 min  permission: npm test\\u{202e}',
    ])
  })

  it.each([
    ['question', 'Which way?', 'answer: Which way?'],
    ['input', 'Claude is waiting for your input', 'input: Claude is waiting for your input'],
    ['input', '', 'input'],
    ['of_tomorrow', 'x', 'of_tomorrow: x'],
  ])('says what it needs where nothing else shows it: %s %j', (kind, message, told) => {
    const entry = { ...need, kind, message } as AttentionEntry
    const [, line] = lines([session({ status: 'ready' })], [entry])
    expect(line).toBe(`deadbeef  Login  demo   ready  1 min  ${told}`)
  })

  it.each([
    ['ready', 'paused'],
    ['inactive', 'paused'],
    ['running', 'running, paused'],
    ['waiting', 'waiting, paused'],
  ] as const)('says that it is paused, and what still goes on: %s', (status, told) => {
    expect(lines([session({ status, paused: true })])[1]).toContain(`demo   ${told}  1 min`)
    expect(lines([session({ status, paused: false })])[1]).toContain(`demo   ${status}  1 min`)
    expect(lines([session({ status, paused: true, archived: true })])[1]).toContain('archived')
  })

  it('lives with what is not there', () => {
    expect(lines([session({ name: null, lastActivityAt: null, archived: true })])[1]).toBe(
      'deadbeef  –     demo   archived  2 min',
    )
  })

  it('calls one without a name by its project, as the watch view does', () => {
    const aliases = [{ namespace: 'gemini', id: 'ed8af6b8-95ba-4f0e-9d5e-0123456789ab' }]
    expect(lines([session({ name: null, cwd: '/home/ada/shop', aliases })])[1]).toMatch(/^deadbeef {2}shop /)
  })

  it('says how to begin when there is none', () => {
    expect(lines([])).toEqual([expect.stringContaining('signalbox run')])
  })

  it('fits 80 columns, whatever names there are', () => {
    const long = session({ name: '漢字 \u001b[31m'.repeat(30), agentType: 'an-agent-with-a-long-name' })
    for (const line of lines([long], [{ ...need, message: 'x'.repeat(300) }])) {
      expect(displayWidth(line)).toBeLessThanOrEqual(80)
    }
  })
})
