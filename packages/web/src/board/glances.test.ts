import type { SessionEvent } from '@signalbox/client'
import type { Glance } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { glanced, glancesOf } from './glances.js'

const busy: Glance = { state: 'busy', since: 1, agent: 'codex', origin: 'observed' }
const idle: Glance = { ...busy, state: 'idle', since: 2 }
const at = { sessionId: 'a', seq: 1, ts: 1 }

describe('glances', () => {
  const glances = glancesOf([{ sessionId: 'a', ...busy }])

  it('are those of the watch list', () => {
    expect(glances).toEqual(new Map([['a', busy]]))
  })

  it('change with what is told', () => {
    expect(glanced(glances, { type: 'watch_state', ...at, ...idle })).toEqual(new Map([['a', idle]]))
    expect(glanced(glances, { type: 'turn_started', ...at } as SessionEvent)).toBe(glances)
  })

  it('go with their session', () => {
    const gone = { type: 'session_deleted', ...at } as SessionEvent
    expect(glanced(glances, gone).size).toBe(0)
    expect(glanced(new Map(), gone).size).toBe(0)
  })
})
