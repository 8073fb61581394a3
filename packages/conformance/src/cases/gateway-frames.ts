import { ANY, type ConformanceCase } from '../case.js'
import { expectMatch, expectThat } from '../engine/failure.js'
import { expectNone } from '../engine/in-order.js'
import { inPortions } from '../engine/in-portions.js'
import { is } from '../engine/match.js'
import type { RequirementId } from '../manifest.js'
import { LATER, minimal, OF_SESSIONS } from './messages.js'

type Row = readonly [
  id: string,
  verifies: RequirementId,
  message: object | string | Buffer,
  code: string,
  field?: string,
]

const NOT_JSON = 'INVALID_JSON'
const INVALID = 'INVALID_MESSAGE'
const FRAME: RequirementId = 'GATEWAY-104'
const FIELD: RequirementId = 'GATEWAY-105'
const deep = `{"type":"ping","ts":${'['.repeat(70)}1${']'.repeat(70)}}`
const long = 'x'.repeat(201)
const settingsOf = (settings: object) => ({ type: 'update_session_settings', settings })

/** Frames that are refused, with what; the field at fault where there is one. */
const BAD: readonly Row[] = [
  ['half-an-object', 'GATEWAY-103', '{', NOT_JSON],
  ['words', 'GATEWAY-103', 'hello', NOT_JSON],
  ['binary', 'GATEWAY-103', Buffer.from('{"type":"ping","ts":1}'), NOT_JSON],
  ['array', FRAME, '[]', INVALID],
  ['null', FRAME, 'null', INVALID],
  ['no-type', FRAME, '{}', INVALID, 'type'],
  ['number-type', FRAME, { type: 1 }, INVALID, 'type'],
  ['unknown-type', FRAME, { type: 'nope' }, INVALID, 'type'],
  ['prototype-type', FRAME, { type: 'constructor' }, INVALID, 'type'],
  ['deep', 'GATEWAY-109', deep, INVALID],
  ['ref-object', FIELD, { type: 'ping', ts: 1, ref: {} }, INVALID, 'ref'],
  ['unknown-field', FIELD, { type: 'ping', ts: 1, extra: 1 }, INVALID, 'extra'],
  ['ping-no-ts', FIELD, { type: 'ping' }, INVALID, 'ts'],
  ['ping-text-ts', FIELD, { type: 'ping', ts: 'now' }, INVALID, 'ts'],
  ['authenticate-no-token', FIELD, { type: 'authenticate' }, INVALID, 'token'],
  [
    'authenticate-no-versions',
    FIELD,
    { type: 'authenticate', token: 'x', protocolVersions: [] },
    INVALID,
    'protocolVersions',
  ],
  ['authenticate-naming', FIELD, { type: 'authenticate', token: 'x', naming: 'camel' }, INVALID, 'naming'],
  ['list-limit-0', FIELD, { type: 'list_sessions', limit: 0 }, INVALID, 'limit'],
  ['list-cursor', FIELD, { type: 'list_sessions', cursor: 'x' }, INVALID, 'cursor'],
  ['list-archived', FIELD, { type: 'list_sessions', includeArchived: 'yes' }, INVALID, 'includeArchived'],
  ['create-no-agent', FIELD, { type: 'create_session' }, INVALID, 'agentType'],
  ['create-long-name', FIELD, { type: 'create_session', agentType: 'demo', name: long }, INVALID, 'name'],
  ['create-mode', FIELD, { type: 'create_session', agentType: 'demo', mode: 'nope' }, INVALID, 'mode'],
  ['create-relative-cwd', FIELD, { type: 'create_session', agentType: 'demo', cwd: 'here' }, INVALID, 'cwd'],
  ['rename-no-session', FIELD, { type: 'rename_session', name: 'x' }, INVALID, 'sessionId'],
  ['rename-no-name', FIELD, { type: 'rename_session', sessionId: 's' }, INVALID, 'name'],
  ['rename-empty-name', FIELD, { type: 'rename_session', sessionId: 's', name: '' }, INVALID, 'name'],
  ['archive-no-session', FIELD, { type: 'archive_session' }, INVALID, 'sessionId'],
  ['unarchive-no-session', FIELD, { type: 'unarchive_session' }, INVALID, 'sessionId'],
  ['pause-no-session', FIELD, { type: 'pause_session' }, INVALID, 'sessionId'],
  ['resume-no-session', FIELD, { type: 'resume_session' }, INVALID, 'sessionId'],
  ['pause-gateway-with-session', FIELD, { type: 'pause_gateway', sessionId: 's' }, INVALID, 'sessionId'],
  ['delete-no-session', FIELD, { type: 'delete_session' }, INVALID, 'sessionId'],
  ['leave-no-session', FIELD, { type: 'leave_session' }, INVALID, 'sessionId'],
  ['join-no-session', FIELD, { type: 'join_session' }, INVALID, 'sessionId'],
  [
    'join-101-sessions',
    FIELD,
    { type: 'join_session', sessionIds: Array(101).fill('s') },
    INVALID,
    'sessionIds',
  ],
  [
    'join-101-joins',
    FIELD,
    { type: 'join_session', joins: Array(101).fill({ sessionId: 's' }) },
    INVALID,
    'joins',
  ],
  [
    'join-cursor-without-session',
    FIELD,
    { type: 'join_session', joins: [{ sessionId: 's' }, { afterSeq: 1 }] },
    INVALID,
    'joins[1].sessionId',
  ],
  [
    'join-two-ways',
    FIELD,
    { type: 'join_session', sessionId: 's', sessionIds: ['t'] },
    INVALID,
    'sessionIds',
  ],
  [
    'join-two-cursors',
    FIELD,
    { type: 'join_session', joins: [{ sessionId: 's' }], afterSeq: 1 },
    INVALID,
    'afterSeq',
  ],
  ['join-no-sessions', FIELD, { type: 'join_session', sessionIds: [] }, INVALID, 'sessionIds'],
  ['join-negative-seq', FIELD, { type: 'join_session', sessionId: 's', afterSeq: -1 }, INVALID, 'afterSeq'],
  ['join-half-seq', FIELD, { type: 'join_session', sessionId: 's', afterSeq: 1.5 }, INVALID, 'afterSeq'],
  ['history-limit-0', FIELD, { type: 'get_history', sessionId: 's', limit: 0 }, INVALID, 'limit'],
  ['history-limit-101', FIELD, { type: 'get_history', sessionId: 's', limit: 101 }, INVALID, 'limit'],
  ['events-limit-0', FIELD, { type: 'get_events', sessionId: 's', limit: 0 }, INVALID, 'limit'],
  ['events-limit-1001', FIELD, { type: 'get_events', sessionId: 's', limit: 1001 }, INVALID, 'limit'],
  ...(
    [
      ['run-no-text', { type: 'run_turn' }, 'text'],
      ['run-empty-text', { type: 'run_turn', text: '' }, 'text'],
      ['run-long-id', { type: 'run_turn', text: 'x', clientTurnId: long }, 'clientTurnId'],
      ['stop-unknown-field', { type: 'stop_turn', now: true }, 'now'],
      ['steer-no-content', { type: 'steer' }, 'content'],
      ['steer-empty', { type: 'steer', content: '' }, 'content'],
      ['answer-no-request', { type: 'answer_question', answers: {} }, 'requestId'],
      ['answer-no-answers', { type: 'answer_question', requestId: 'r' }, 'answers'],
      ['answer-number', { type: 'answer_question', requestId: 'r', answers: { a: 1 } }, 'answers.a'],
      ['permission-no-request', { type: 'respond_permission', approved: true }, 'requestId'],
      ['permission-no-approved', { type: 'respond_permission', requestId: 'r' }, 'approved'],
      ['permission-text', { type: 'respond_permission', requestId: 'r', approved: 'yes' }, 'approved'],
      ['mode-unknown', { type: 'switch_mode', mode: 'fast' }, 'mode'],
      ['profile-unknown', { type: 'set_autonomy_profile', profile: 'yolo' }, 'profile'],
      ['settings-none', { type: 'update_session_settings' }, 'settings'],
      ['settings-unknown', settingsOf({ colour: 'blue' }), 'settings.colour'],
      ['settings-coalesce', settingsOf({ coalesceMs: 1001 }), 'settings.coalesceMs'],
      ['settings-idle', settingsOf({ idleCloseMs: -1 }), 'settings.idleCloseMs'],
    ] as const
  ).map(([id, message, field]): Row => [id, FIELD, { ...message, sessionId: 's' }, INVALID, field]),
  ['requests-status', FIELD, { type: 'list_requests', status: 'open' }, INVALID, 'status'],
  ['requests-limit', FIELD, { type: 'list_requests', limit: 0 }, INVALID, 'limit'],
  ['attention-status', FIELD, { type: 'list_attention', status: 'pending' }, INVALID, 'status'],
  ['events-unknown-type', FIELD, { type: 'get_events', sessionId: 's', types: ['nope'] }, INVALID, 'types'],
]

/** What is wrong with single frames, and how it is told. */
export const gatewayFrames: readonly ConformanceCase[] = [
  ...BAD.map(
    ([id, requirement, message, code, field]): ConformanceCase => ({
      id: `gateway-bad-${id}`,
      verifies: [requirement, 'GATEWAY-106', 'GATEWAY-108'],
      title: `${code}${field ? ` naming ${field}` : ''}, for the sender alone`,
      needs: ANY,
      async run(context) {
        const [peer, other] = [await context.client(), await context.client()]
        peer.send(message)
        const error = await peer.frame({ type: 'error' })
        expectMatch('the error', error, { code, message: is.text, field: field ?? is.absent })
        expectThat('it says no stack', !/\bat .+:\d+|node_modules|\/src\//.test(JSON.stringify(error)))
        expectMatch('it goes on', await peer.ask({ type: 'ping', ts: 1 }), { type: 'pong' })
        await other.ask({ type: 'ping', ts: 1 })
        expectNone('nobody else hears of it', other.frames, { type: 'error' })
      },
    }),
  ),
  {
    id: 'gateway-ref',
    verifies: ['GATEWAY-101', 'GATEWAY-102'],
    title: 'text and numbers as ref, on replies and on errors',
    needs: ANY,
    async run(context) {
      const peer = await context.client()
      for (const ref of ['a "ref" ✨', '', 0, 7.5, -1]) {
        const from = peer.frames.length
        peer.send({ type: 'ping', ts: 1, ref })
        await peer.frame({ type: 'pong', ref }, from)
        peer.send({ type: 'get_events', sessionId: context.name(), ref })
        await peer.frame({ type: 'error', code: 'SessionNotFound', ref }, from)
        peer.send({ type: 'ping', ts: 'x', ref })
        await peer.frame({ type: 'error', code: 'INVALID_MESSAGE', ref }, from)
        peer.send({ type: 'nope', ref })
        await peer.frame({ type: 'error', field: 'type', ref }, from)
      }
      peer.send({ type: 'ping', ts: 99 })
      await peer.frame({ type: 'pong', clientTs: 99, ref: is.absent })
    },
  },
  {
    id: 'gateway-later-messages',
    verifies: ['GATEWAY-107', 'GATEWAY-102'],
    title: 'messages whose door is not open yet',
    needs: ANY,
    async run(context) {
      for (const portion of inPortions(LATER)) {
        const peer = await context.client()
        for (const type of portion) {
          expectMatch(type, await peer.ask({ type }), { type: 'error', code: 'NotImplemented' })
        }
      }
    },
  },
  {
    id: 'gateway-unknown-session',
    verifies: ['GATEWAY-110'],
    title: 'every message that names a session that is not there',
    needs: ANY,
    async run(context) {
      const peer = await context.client()
      for (const type of OF_SESSIONS) {
        for (const id of [context.name(), '01994f3a-0000-7000-8000-000000000001']) {
          const answer = await peer.ask(minimal(type, id))
          expectMatch(type, answer, { type: 'error', code: 'SessionNotFound' })
        }
      }
    },
  },
]
