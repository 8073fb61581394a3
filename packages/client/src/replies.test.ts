import { MESSAGES } from '@signalbox/protocol'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { isRepeatable, type Message, type Replies, type Reply } from './replies.js'

it('holds a message to the fields of its row', () => {
  expectTypeOf<{ type: 'ping'; ts: number }>().toExtend<Message<'ping'>>()
  expectTypeOf<{ type: 'get_events'; sessionId: string; limit: number }>().toExtend<Message<'get_events'>>()
  expectTypeOf<{ type: 'rename_session'; sessionId: string }>().not.toExtend<Message<'rename_session'>>()
  expectTypeOf<{ type: 'ping'; ts: string }>().not.toExtend<Message<'ping'>>()
})

it('knows the answer to a message as its row does', () => {
  // Written out so that a browser needs no table: the compiler sees that none is missing, this that none is wrong.
  const replies: Replies = {
    ping: 'pong',
    list_sessions: 'session_list',
    create_session: 'session_created',
    rename_session: 'session_updated',
    archive_session: 'session_archived',
    unarchive_session: 'session_unarchived',
    pause_session: 'session_paused',
    resume_session: 'session_resumed',
    delete_session: 'session_deleted',
    get_gateway_state: 'gateway_state',
    pause_gateway: 'gateway_state',
    resume_gateway: 'gateway_state',
    get_history: 'history',
    get_events: 'events',
    run_turn: 'turn_started',
    stop_turn: 'stop_acknowledged',
    steer: 'steer_sent',
    answer_question: 'question_resolved',
    respond_permission: 'approval_resolved',
    list_requests: 'request_list',
    list_attention: 'attention_list',
    switch_mode: 'mode_switched',
    set_autonomy_profile: 'autonomy_profile_updated',
    update_session_settings: 'session_settings_updated',
  }
  for (const [type, reply] of Object.entries(replies)) {
    expect(MESSAGES[type as keyof Replies].replies, type).toEqual([reply])
  }
})

it('says the number of an answer that is an event, and no number of one that is not', () => {
  expectTypeOf<Reply<'steer'>>().toExtend<{ type: 'steer_sent'; seq: number; steerId: string }>()
  expectTypeOf<Reply<'list_requests'>>().not.toExtend<{ seq: number }>()
})

describe('isRepeatable', () => {
  it.each([
    [{ type: 'run_turn', clientTurnId: 'mine' }, true],
    [{ type: 'run_turn' }, false],
    [{ type: 'list_requests' }, true],
    [{ type: 'set_autonomy_profile' }, true],
    [{ type: 'get_gateway_state' }, true],
    // Somebody may have resumed it in between.
    [{ type: 'pause_gateway' }, false],
    [{ type: 'create_session' }, false],
    [{ type: 'respond_permission' }, false],
    [{ type: 'answer_question' }, false],
    [{ type: 'steer' }, false],
    [{ type: 'stop_turn' }, false],
    [{ type: 'ping' }, false],
    // Another log would read these numbers otherwise.
    [{ type: 'get_events' }, false],
  ])('%j: %s', (message, repeatable) => {
    expect(isRepeatable(message)).toBe(repeatable)
  })
})
