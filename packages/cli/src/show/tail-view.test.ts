import type { SessionEvent, StreamItem } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../terminal/display-width.js'
import { paintFor } from '../terminal/paint.js'
import { TailView } from './tail-view.js'

const SESSION = '01994f3a-0000-7000-8000-0000deadbeef'
const ts = new Date(2026, 0, 1, 12, 3, 4).getTime()
const view = (width = 80) => new TailView({ paint: paintFor(false), width: () => width })
const event = (type: string, data: object = {}) =>
  ({ type, sessionId: SESSION, seq: 1, ts, ...data }) as SessionEvent
const updated = (name: string | null) =>
  event('session_updated', { session: { id: SESSION, name, agentType: 'demo', status: 'ready' } })

describe('TailView', () => {
  it('says when, where and what', () => {
    expect(view().lineOf(event('user_message', { content: 'Hello' }))).toBe(
      '12:03:04 deadbeef user_message         Hello',
    )
    expect(view().lineOf(event('turn_started'))).toBe('12:03:04 deadbeef turn_started')
  })

  it('marks who waits for a person, and what the agent says beside its turns', () => {
    const coloured = new TailView({ paint: (colour, text) => `[${colour} ${text}]`, width: () => 200 })
    const line = (type: string, data: object) => coloured.lineOf(event(type, data))
    expect(line('attention_raised', { kind: 'input', message: 'Your turn' })).toMatch(
      /\[yellow attention_raised +\] waits for you: Your turn$/,
    )
    expect(line('agent_notification', { message: 'Signed in' })).toMatch(
      /\[bold agent_notification +\] Signed/,
    )
    expect(line('agent_unparsed', { nativeType: 'X', problem: 'unknown hook' })).toMatch(
      /\[dim agent_unparsed/,
    )
  })

  it('keeps to the width', () => {
    const line = view(60).lineOf(event('user_message', { content: '漢字 '.repeat(50) })) ?? ''
    expect(displayWidth(line)).toBeLessThanOrEqual(60)
    expect(line).toMatch(/…$/)
  })

  it('has no line for pieces', () => {
    expect(view().lineOf(event('text_delta', { text: 'x' }))).toBeUndefined()
  })

  it('tells what was said with the end of a turn, unless it was told before', () => {
    const tail = view()
    const complete = event('turn_complete', { finalText: 'All\ndone.' })
    expect(tail.lineOf(complete)).toBe('12:03:04 deadbeef turn_complete        All done.')
    for (const one of [event('turn_started'), event('message_complete', { text: 'All done.' })])
      tail.lineOf(one)
    expect(tail.lineOf(complete)).toBe('12:03:04 deadbeef turn_complete')
    expect(tail.lineOf(complete)).toContain('All done.')
    expect(tail.lineOf({ ...complete, finalText: '', stopReason: 'user_stopped' } as StreamItem)).toMatch(
      /turn_complete {8}user_stopped$/,
    )
  })

  it('tells of a session that changed when it has another name', () => {
    const tail = view()
    expect(tail.lineOf(updated(null))).toContain('demo (ready)')
    expect(tail.lineOf(updated(null))).toBeUndefined()
    expect(tail.lineOf(updated('Login'))).toContain('Login (ready)')
    expect(tail.lineOf(updated('Login'))).toBeUndefined()
  })

  it('tells of what is missing, unless it was live only', () => {
    const gap = { type: 'gap', sessionId: SESSION, fromSeq: 4, toSeq: 9 }
    expect(view().lineOf({ ...gap, reason: 'retention' } as StreamItem)).toContain(
      '5 events are missing here (retention)',
    )
    expect(view().lineOf({ ...gap, reason: 'ephemeral' } as StreamItem)).toBeUndefined()
  })
})
