import { type EventType, exampleFrame, REGISTRY } from '@signalbox/protocol'
import { ACTIVITY_MARKS } from '@signalbox/protocol/harmonize'
import { CODEX_EVENTS } from '@signalbox/protocol/watch'
import { describe, expect, it } from 'vitest'
import { Witness } from './witness.js'

const sessionId = '01994f3a-0000-7000-8000-000000000001'
const event = (seq: number, more: object = {}) => ({
  type: 'session_state',
  sessionId,
  seq,
  ts: 1000 + seq,
  state: 'ready',
  ...more,
})

/** What a witness says of frames on one connection. */
function judge(frames: readonly unknown[], naming: 'snake' | 'dot' = 'snake') {
  const witness = new Witness()
  const read = witness.reader(naming)
  for (const frame of frames) read(frame)
  return { types: [...witness.types], faults: witness.faults.map((fault) => fault.split(': {')[0]) }
}

describe('a witness', () => {
  it.each(Object.keys(REGISTRY) as EventType[])('takes the example of %s', (type) => {
    for (const naming of ['snake', 'dot'] as const) {
      const { types, faults } = judge([exampleFrame(type, naming)], naming)
      expect([types[0], faults]).toEqual([type, []])
    }
  })

  it.each([
    ['a type nobody knows', { type: 'nope' }, 'the registry has no such type'],
    [
      'the other naming',
      { type: 'text_delta', sessionId, seq: 1, ts: 1, text: 'x' },
      'under naming dot it is message.delta',
      'dot',
    ],
    ['a missing field', { type: 'pong', clientTs: 1 }, 'serverTs is required'],
    ['a field of another type', event(1, { state: 'idle' }), expect.stringMatching(/^state must be one of/)],
    ['no seq', event(1, { seq: undefined }), 'seq must be a whole number'],
    ['no ts', event(1, { ts: undefined }), 'ts must be a number'],
    ['a session that is no uuid', event(1, { sessionId: 'Codex 1' }), 'sessionId must be a uuid'],
    ['an inner field', event(1, { causeId: 'x' }), 'causeId does not belong on the wire'],
    ['raw', event(1, { raw: 'x' }), 'raw does not belong on the wire'],
  ] as const)('finds %s', (_what, frame, fault, naming?: 'dot') => {
    expect(judge([frame], naming ?? 'snake').faults).toEqual([fault])
  })

  it.each([null, [], 'x', 7, undefined])('finds that %j is no frame', (frame) => {
    expect(judge([frame]).faults).toHaveLength(1)
  })

  it('lets an answer tell again of what was said before, and nothing else', () => {
    const told = (seq: number, more: object = {}) => ({
      ...exampleFrame('turn_started'),
      sessionId,
      seq,
      ...more,
    })
    const after = { ts: 1709312400000 }
    expect(judge([event(3, after), told(2, { ref: 'a' }), event(4, after)]).faults).toEqual([])
    expect(judge([event(3, after), told(2)]).faults).toEqual(['seq 2 after 3'])
    expect(judge([event(3), event(2, { ref: 'a' })]).faults).toEqual(['seq 2 after 3'])
  })

  it('takes over what another has seen', () => {
    const [one, other] = [new Witness(), new Witness()]
    other.reader('snake')({ type: 'nope' })
    other.reader('snake')(exampleFrame('pong'))
    one.absorb(other)
    expect([one.faults.length, [...one.types]]).toEqual([1, ['pong']])
  })

  it('finds a number that does not rise and a time that falls', () => {
    expect(judge([event(2), event(2)]).faults).toEqual(['seq 2 after 2'])
    expect(judge([event(2), event(1)]).faults).toEqual(['seq 1 after 2'])
    expect(judge([event(1), event(2, { ts: 5 })]).faults).toEqual(['ts 5 after 1001'])
    expect(judge([event(1), event(3), event(9)]).faults).toEqual([])
  })

  it('finds a live event that was in the replay', () => {
    const snapshot = { type: 'state_snapshot', ...REGISTRY.state_snapshot.example, sessionId }
    const end = { type: 'replay_complete', sessionId, lastSeq: 5, epoch: 'e' }
    expect(judge([event(9), snapshot, event(4), event(5), end, event(6)]).faults).toEqual([])
    expect(judge([snapshot, event(4), event(5), end, event(5)]).faults).toEqual(['seq 5 after 5'])
    expect(judge([snapshot, end, event(3)]).faults).toEqual(['seq 3 after 5'])
  })

  it('looks into lists of events', () => {
    const list = (events: object[]) => ({ type: 'events', sessionId, events, next: null })
    expect(judge([list([event(1), event(2)])])).toEqual({ types: ['events', 'session_state'], faults: [] })
    expect(judge([list([event(2), event(1)])]).faults).toEqual(['seq 1 after 2'])
  })

  it('lets a command that changed nothing be answered without a number', () => {
    const { session } = REGISTRY.session_archived.example
    const answer = { type: 'session_archived', sessionId, session }
    expect(judge([{ ...answer, ref: 1 }]).faults).toEqual([])
    expect(judge([answer]).faults).toHaveLength(1)
  })

  it('judges canonical activity, and what its stream says of itself', () => {
    const witness = new Witness()
    const read = witness.activityReader()
    const sound = {
      session_id: sessionId,
      canonical_type: 'agent_notification',
      hook_event_type: 'notification',
      timestamp: '2026-01-28T20:17:42Z',
      message_intent: 'ctrl_activity',
      delivery_scope: 'CTRL',
      message: 'm',
    }
    for (const frame of [sound, ACTIVITY_MARKS.gap.example, ACTIVITY_MARKS.replay_complete.example])
      read(frame)
    expect(witness.faults).toEqual([])
    for (const frame of [
      { ...sound, message_intent: 'x' },
      { ...sound, raw: 'x' },
      { type: 'replay_complete' },
      { type: 'pong' },
      null,
    ])
      read(frame)
    expect(witness.faults.map((fault) => fault.split(' ')[0])).toEqual([
      'message_intent',
      'raw',
      'cursor',
      'session_id',
      expect.any(String),
    ])
  })

  it('judges the watch list, and its changes as events', () => {
    const { type: _type, ...entry } = exampleFrame('watch_state')
    const { seq: _seq, ts: _ts, ...line } = entry as Record<string, unknown>
    const list = (...entries: unknown[]) => ({ type: 'watch_list', entries })
    const read = (...frames: unknown[]) => {
      const witness = new Witness()
      const reader = witness.watchReader()
      for (const frame of frames) reader(frame)
      return witness.faults.map((fault) => fault.split(':')[0])
    }
    expect(read(list(), list(line), exampleFrame('watch_state'))).toEqual([])
    expect(read(list({ ...line, tenantId: 'local' }))).toEqual(['tenantId is nothing of the watch list'])
    expect(read(list(line, { ...line, state: 'tired' }))[0]).toMatch(/^state /)
    expect(read({ type: 'watch_list' })).toEqual(['entries must be a list'])
    expect(read(exampleFrame('watch_state'), exampleFrame('watch_state'))[0]).toMatch(/^seq /)
    expect(read({ type: 'of_tomorrow' })).toEqual(['the registry has no such type'])
  })

  it('judges what is told in the words of Codex', () => {
    const read = (frame: unknown) => {
      const witness = new Witness()
      witness.codexReader()(frame)
      return witness.faults.map((fault) => fault.split(':')[0])
    }
    for (const { example } of Object.values(CODEX_EVENTS)) expect(read(example)).toEqual([])
    expect(read(ACTIVITY_MARKS.replay_complete.example)).toEqual([])
    const { example } = CODEX_EVENTS['session-start']
    expect(read({ ...example, seq: 1 })).toEqual(['seq is no field of session-start'])
    expect(read({ ...example, pid: 'x' })[0]).toMatch(/^pid /)
    for (const type of ['turn-cancelled', 'constructor', undefined])
      expect(read({ ...example, type })).toEqual(['Codex has no such event'])
    expect(read(null)).toEqual(['Codex has no such event'])
  })
})
