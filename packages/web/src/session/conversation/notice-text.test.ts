import type { SessionEvent } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { isSaid, noticeText } from './notice-text.js'

const event = (type: string, data: object) =>
  ({ type, sessionId: 's', seq: 1, ts: 1, ...data }) as SessionEvent

describe('a notice', () => {
  it.each([
    [
      'context_compacted',
      { trigger: 'auto', tokensBefore: 168000, tokensAfter: 21000 },
      'Shortened what it remembers by itself, from 168,000 to 21,000 tokens',
    ],
    ['context_compacted', { trigger: 'unknown' }, 'Shortened what it remembers'],
    ['file_changed', { path: 'a.ts', iteration: 2, size: 2048 }, 'Changed a.ts, version 2 (2,048 bytes)'],
    ['file_changed', { path: 'a.ts', iteration: 1, size: 1 }, 'Changed a.ts (1 bytes)'],
    ['session_paused', { session: {} }, 'Paused: no new turns start'],
    ['session_resumed', { session: {} }, 'Resumed'],
    ['mode_switched', { mode: 'high_agency' }, 'Mode is now high agency'],
    [
      'session_ended',
      { reason: 'process_gone', exitCode: 3 },
      'The agent is gone: process gone, exit code 3',
    ],
    ['subagent_started', { subagentId: 'a7', name: 'reviewer' }, 'Started a helper: reviewer'],
    ['subagent_stopped', { subagentId: 'a7' }, 'A helper is done'],
    ['sandbox_removed', { reason: 'timeout' }, 'The sandbox is gone: timeout'],
    ['agent_notification', { message: 'Look\u001b[31m here' }, 'Look here'],
    ['toast', { level: 'info', message: 'Plan ready' }, 'A flow says: Plan ready'],
    ['notify_finish', { notify: { type: 'finish', payload: { summary: 'All done' } } }, 'finish: All done'],
    [
      'agent_unparsed',
      { nativeType: null, problem: 'unknown hook' },
      'Said something Signalbox does not understand (unknown hook)',
    ],
  ])('%s says what happened', (type, data, text) => {
    expect(noticeText(event(type, data))).toBe(text)
  })

  it('of a type nobody knows says its name, and one of an odd shape does not break', () => {
    expect(noticeText(event('of_tomorrow', { colour: 'green' }))).toBe('of_tomorrow colour green')
    expect(noticeText(event('session_ended', { reason: 7 }))).toContain('session_ended')
  })

  it('stands out where a person is spoken to', () => {
    expect(isSaid(event('agent_notification', {}))).toBe(true)
    expect(isSaid(event('file_changed', {}))).toBe(false)
  })
})
