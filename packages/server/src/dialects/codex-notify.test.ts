import type { Draft, Event, JsonObject } from '@signalbox/protocol'
import { CODEX_EVENTS } from '@signalbox/protocol/watch'
import { describe, expect, it } from 'vitest'
import { codexMeaning } from '../ingest/codex-notify.js'
import { ToldSession } from '../ingest/told-events.fixture.js'
import { CodexNotify, codexNotifyDialect } from './codex-notify.js'

const THREAD = 'b5f6c1c2-1111-2222-3333-444455556666'
const source = { agent: 'codex', via: 'test' }
const codex = { aliases: [{ namespace: 'codex', id: THREAD }], cwd: '/Users/example/project' }
const draft = (type: Draft['type'], data: JsonObject = {}, turn?: string): Draft => ({
  type,
  source,
  data,
  ...(turn === undefined ? {} : { nativeTurnId: turn }),
})
const said = (events: readonly Event[], agents: 'codex' | 'all' = 'codex') => {
  const notify = new CodexNotify(agents)
  return events.flatMap((event) => notify.tell(event))
}
const tell = (...drafts: Draft[]) => said(new ToldSession('s1', codex).take(drafts).events)

describe('the words of the notify program', () => {
  const process = { process: { pid: 12345, started: '1', host: 'h' } }
  const told = tell(
    draft('session_updated', process),
    draft('session_state', { state: 'ready' }),
    draft('turn_started', {}, '1'),
    draft('user_message', { content: 'Fix the bug in main.rs', via: 'x' }, '1'),
    draft('permission_requested', { toolName: 'Bash', description: 'cargo build --release' }, '1'),
    draft('approval_resolved', { approved: true, by: { userId: 'owner', via: 'ws' } }, '1'),
    draft('turn_complete', { finalText: "I've fixed the bug..." }, '1'),
    draft('session_state', { state: 'inactive', reason: 'session_end' }),
  )

  it('are byte for byte those of its documentation', () => {
    const at = `"thread-id":"${THREAD}","turn-id":"1"`
    const cwd = '"cwd":"/Users/example/project"'
    expect(told.map((event) => JSON.stringify(event))).toEqual([
      `{"type":"session-start","thread-id":"${THREAD}",${cwd},"pid":12345}`,
      `{"type":"user-prompt-submit",${at},${cwd},"prompt":"Fix the bug in main.rs"}`,
      `{"type":"approval-requested",${at},"approval-type":"exec","description":"cargo build --release"}`,
      `{"type":"approval-response",${at},"approved":true}`,
      `{"type":"agent-turn-complete",${at},${cwd},"input-messages":["Fix the bug in main.rs"],"last-assistant-message":"I've fixed the bug..."}`,
      `{"type":"session-end","thread-id":"${THREAD}"}`,
    ])
  })

  it('come out as they went in', () => {
    const session = new ToldSession('s1', codex)
    const examples = Object.values(CODEX_EVENTS).map(({ example }) => example)
    const [start, ...rest] = examples
    if (!start) throw new Error('no example')
    const order = [start, ...rest.filter(({ type }) => type !== 'session-end' && !type.startsWith('turn-'))]
    for (const example of order) {
      const meaning = codexMeaning(example)
      session.take(meaning?.drafts ?? [])
    }
    const out = said(session.events)
    const { pid: _pid, ...started } = start as JsonObject
    expect(out[0]).toMatchObject(started)
    expect(out.slice(1)).toEqual(order.slice(1))
  })
})

describe('ends of turns', () => {
  const turn = (...end: Draft[]) =>
    tell(
      draft('turn_started', {}, '1'),
      draft('user_message', { content: 'go', via: 'x' }, '1'),
      ...end,
    ).slice(2)

  it('are told apart', () => {
    const at = { 'thread-id': THREAD, 'turn-id': '1' }
    expect(turn(draft('turn_complete', { finalText: '', stopReason: 'aborted' }, '1'))).toEqual([
      { type: 'turn-aborted', ...at, reason: 'aborted' },
    ])
    expect(turn(draft('turn_error', { message: 'no network', code: 'AGENT_ERROR' }, '1'))).toEqual([
      { type: 'turn-failed', ...at, message: 'no network' },
    ])
    expect(turn(draft('turn_complete', { finalText: '' }, '1'))).toMatchObject([
      { 'last-assistant-message': null },
    ])
  })

  it('come even where the agent is gone in the middle', () => {
    const types = turn(draft('session_state', { state: 'inactive', reason: 'process_gone' })).map(
      ({ type }) => type,
    )
    expect(types).toEqual(['turn-aborted', 'session-end'])
  })

  it('that break end no session', () => {
    const types = turn(
      draft('turn_error', { message: 'x', code: 'AGENT_ERROR' }, '1'),
      draft('turn_started', {}, '2'),
      draft('user_message', { content: 'again', via: 'x' }, '2'),
    ).map(({ type }) => type)
    expect(types).toEqual(['turn-failed', 'user-prompt-submit'])
  })
})

describe('requests that were answered elsewhere', () => {
  const request = draft(
    'permission_requested',
    { toolName: 'apply_patch', description: 'main.rs', toolCallId: 'c', requestId: 'r' },
    '1',
  )
  const closed = draft('request_closed', { requestId: 'r', reason: 'resolved_elsewhere' }, '1')
  const result = draft('tool_result', { toolCallId: 'c', status: 'success' }, '1')
  const answer = (...drafts: Draft[]) =>
    tell(draft('turn_started', {}, '1'), request, ...drafts)
      .filter(({ type }) => type === 'approval-response')
      .map(({ approved }) => approved)

  it('were granted when the tool ran', () => {
    expect(answer(closed)).toEqual([])
    expect(answer(closed, result)).toEqual([true])
    expect(answer(result, closed)).toEqual([true])
  })

  it('were denied when something else came', () => {
    expect(answer(closed, draft('turn_complete', { finalText: 'well' }, '1'))).toEqual([false])
    expect(answer(closed, draft('tool_call', { toolCallId: 'd', toolName: 'Bash', args: {} }, '1'))).toEqual([
      false,
    ])
  })

  it('and those that were withdrawn are denied, those that expired are not told', () => {
    const close = (reason: string) => draft('request_closed', { requestId: 'r', reason }, '1')
    expect(answer(close('withdrawn'))).toEqual([false])
    expect(answer(close('expired'))).toEqual([])
  })

  it('have the kind of what is asked', () => {
    const kinds = ['Bash', 'apply_patch', 'mcp__lab__danger', 'WebFetch'].map(
      (toolName) =>
        tell(draft('permission_requested', { toolName, description: 'd' }, '1')).at(-1)?.['approval-type'],
    )
    expect(kinds).toEqual(['exec', 'patch', 'elicitation', 'WebFetch'])
    const question = { requestId: 'q', questions: [{ id: 'a', text: 'Which?', type: 'text' }] }
    expect(tell(draft('question_requested', question, '1')).at(-1)).toMatchObject({
      'approval-type': 'elicitation',
      description: 'Which?',
    })
  })
})

describe('whose events are told', () => {
  const story = [draft('session_state', { state: 'ready' })]
  const types = (meta: object, agents: 'codex' | 'all') =>
    said(new ToldSession('s1', meta).take(story).events, agents).length

  it('those of observed sessions of Codex, or of every agent', () => {
    expect(types({ agentType: 'codex' }, 'codex')).toBe(1)
    expect(types({ agentType: 'claude' }, 'codex')).toBe(0)
    expect(types({ agentType: 'claude' }, 'all')).toBe(1)
    expect(types({ agentType: 'codex', origin: 'driven' }, 'all')).toBe(0)
  })

  it('by the id of the session where it has no thread', () => {
    const [start] = said(new ToldSession('s1').take(story).events)
    expect(start).toEqual({ type: 'session-start', 'thread-id': 's1', cwd: '', pid: 0 })
  })
})

describe('the stream', () => {
  const dialect = codexNotifyDialect('e1')

  it('carries cursors, and one line a frame', () => {
    const frame = dialect.frame({ type: 'session-end', 'thread-id': 'a\nb' }, 7).toString()
    expect(frame).toBe('id: e1@7\ndata: {"type":"session-end","thread-id":"a\\nb"}\n\n')
    expect(dialect.frame({ type: 'session-end', 'thread-id': 'a' }).toString()).toMatch(/^data: /)
    expect(dialect.control({ type: 'replay_complete', cursor: 'e1@7' }).toString()).toBe(
      'id: e1@7\nevent: replay_complete\ndata: {"type":"replay_complete","cursor":"e1@7"}\n\n',
    )
  })
})
