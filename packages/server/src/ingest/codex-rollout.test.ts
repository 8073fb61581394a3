import type { JsonObject } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CodexNotify } from '../dialects/codex-notify.js'
import { tellCodex } from './codex-app-server.js'
import { ROLLOUT, ROLLOUT_THREAD } from './codex-rollout.fixture.js'
import { type RolloutPlace, rolloutLine, rolloutTold } from './codex-rollout.js'
import { newThread } from './codex-thread.js'
import { ToldSession } from './told-events.fixture.js'

function draftsOf(lines: readonly string[], thread = ROLLOUT_THREAD) {
  let place: RolloutPlace = { thread, turn: undefined }
  return lines.flatMap((text) => {
    const line = rolloutLine(text)
    if (!line) return []
    const told = rolloutTold(place, line)
    place = told.place
    return told.drafts
  })
}

const event = (payload: JsonObject) =>
  JSON.stringify({ timestamp: '2026-11-16T09:16:15.165Z', ordinal: 1, type: 'event_msg', payload })

describe('a rollout file', () => {
  it('tells the turns, each with its end', () => {
    const session = new ToldSession('s', { aliases: [{ namespace: 'codex', id: ROLLOUT_THREAD }] })
    session.take(draftsOf(ROLLOUT))
    const notify = new CodexNotify('codex')
    const told = session.events.flatMap((one) => notify.tell(one))
    expect(told.map(({ type }) => type).filter((type) => type !== 'user-prompt-submit')).toEqual([
      'session-start',
      'agent-turn-complete',
      'agent-turn-complete',
      'agent-turn-complete',
      'agent-turn-complete',
      'turn-aborted',
      'turn-aborted',
      'turn-failed',
      'turn-aborted',
    ])
    expect(told[1]).toMatchObject({ cwd: '/home/dev/shop', prompt: 'hello there' })
    // The last one is still open: its process was killed.
    expect(session.state.turn?.nativeId).toBe('01a1e3a6-09d8-7af0-a17b-732d04323782')
    expect(session.state.usage.total.inputTokens).toBeGreaterThan(0)
  })

  it('has the keys other sources have', () => {
    const facts = draftsOf(ROLLOUT).flatMap(({ fact }) => fact ?? [])
    const turn = '01a1e3a4-9791-7341-9902-673d7bf324ac'
    const said = (method: string, params: JsonObject) =>
      tellCodex(newThread(ROLLOUT_THREAD), {
        method,
        params: { threadId: ROLLOUT_THREAD, turnId: turn, ...params },
      })
    const content = [{ type: 'text', text: 'go [[escalate:touch esc.txt]]' }]
    const item = {
      type: 'commandExecution',
      id: 'call_mock_3',
      command: "/bin/bash -lc 'touch esc.txt'",
      status: 'completed',
    }
    const live = [
      ...said('item/completed', { item: { type: 'userMessage', id: 'u', content } }).drafts,
      ...said('item/completed', { item }).drafts,
      ...said('turn/completed', { turn: { id: turn, status: 'completed' } }).drafts,
    ]
    expect(live).toHaveLength(5)
    for (const draft of live) expect(facts).toContain(draft.fact)
    const call = draftsOf(ROLLOUT).find(({ type }) => type === 'tool_call')
    expect(call?.data).toEqual(live.find(({ type }) => type === 'tool_call')?.data)
  })

  it('says when things happened, and that a call was refused', () => {
    const drafts = draftsOf(ROLLOUT)
    expect(drafts.every(({ occurredAt }) => occurredAt !== undefined && occurredAt > 1.7e12)).toBe(true)
    expect(drafts.find(({ type }) => type === 'approval_resolved')?.data).toEqual({
      toolCallId: 'call_mock_7',
      approved: false,
      by: { userId: 'terminal', via: 'codex' },
    })
  })
})

describe('lines of older versions', () => {
  it('belong to the turn the lines before them name', () => {
    const lines = [
      JSON.stringify({ type: 'turn_context', payload: { turn_id: '1', cwd: '/x' } }),
      event({ type: 'user_message', message: 'hi' }),
      event({
        type: 'exec_command_end',
        call_id: 'c',
        command: ['bash', '-lc', 'ls'],
        exit_code: 1,
        aggregated_output: 'no',
      }),
      event({ type: 'agent_message', message: 'done' }),
      event({ type: 'task_complete', last_agent_message: 'done' }),
      event({ type: 'agent_message', message: 'whose is this' }),
    ]
    expect(
      draftsOf(lines, 't').map(({ type, fact }) => [type, fact?.split('|').slice(0, 3).join('|')]),
    ).toEqual([
      ['turn_started', 'turn_started|t|1'],
      ['user_message', 'user_message|t|1'],
      ['tool_call', 'tool_call|t|1'],
      ['tool_result', 'tool_end|t|1'],
      ['message_complete', 'message|t|1'],
      ['turn_complete', 'turn_end|t|1'],
    ])
  })

  it('that name no turn are left out: they could be told twice', () => {
    expect(
      draftsOf([event({ type: 'user_message', message: 'hi' }), event({ type: 'task_complete' })]),
    ).toEqual([])
  })
})

describe('any line', () => {
  it('is read without a fault', () => {
    const value = fc.jsonValue() as fc.Arbitrary<never>
    const kinds = [
      'session_meta',
      'event_msg',
      'response_item',
      'turn_context',
      'token_usage_record',
      '__proto__',
    ]
    const types = [
      'item_completed',
      'task_complete',
      'turn_aborted',
      'user_message',
      'exec_command_end',
      'constructor',
    ]
    const line = fc.record({
      timestamp: fc.oneof(fc.string(), value),
      ordinal: value,
      type: fc.constantFrom(...kinds),
      payload: fc.oneof(
        value,
        fc.record({
          type: fc.constantFrom(...types),
          turn_id: value,
          item: value,
          message: value,
          command: value,
          error: value,
        }),
      ),
    })
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            line.map((one) => JSON.stringify(one)),
            fc.string(),
          ),
          { maxLength: 8 },
        ),
        (lines) => {
          new ToldSession('s').take(draftsOf(lines, 't'))
        },
      ),
      { numRuns: 200 },
    )
    expect(rolloutLine('{"type":"event_msg","payload":{')).toBeUndefined()
  })
})
