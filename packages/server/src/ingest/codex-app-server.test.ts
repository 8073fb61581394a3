import type { Draft, JsonObject } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CodexNotify } from '../dialects/codex-notify.js'
import { answeredInSilence } from './codex-answered.js'
import { tellCodex } from './codex-app-server.js'
import { BESIDE_TERMINAL, ELICITATIONS, OWN_CLIENT } from './codex-recorded.fixture.js'
import { endDraft, threadDrafts, threadEnd, threadInfo, threadOf } from './codex-session.js'
import { type AppServerMessage, type CodexThread, newThread } from './codex-thread.js'
import { ToldSession } from './told-events.fixture.js'

/** Plays a recording as the observer would, one session a thread. */
function play(messages: readonly AppServerMessage[]) {
  const sessions = new Map<string, ToldSession>()
  const threads = new Map<string, CodexThread>()
  const drafts: Draft[] = []
  const notify = new CodexNotify('codex')
  const told: JsonObject[] = []
  const take = (session: ToldSession, some: Draft[]) => {
    drafts.push(...some)
    const from = session.events.length
    session.take(some)
    for (const event of session.events.slice(from)) told.push(...(notify.tell(event) as JsonObject[]))
  }
  for (const message of messages) {
    const id = threadOf(message)
    if (id === undefined) continue
    const info = threadInfo(message.params.thread)
    if (message.method === 'thread/started' && info && !info.hidden) {
      const session = new ToldSession(`s-${id}`, { aliases: [{ namespace: 'codex', id }] })
      for (const event of session.events) notify.tell(event)
      sessions.set(id, session)
      threads.set(id, newThread(id))
      take(session, threadDrafts(info))
    }
    const [session, thread] = [sessions.get(id), threads.get(id)]
    if (!session || !thread) continue
    const next = tellCodex(thread, message)
    threads.set(id, next.thread)
    take(session, next.drafts)
    const reason = threadEnd(message)
    if (reason !== undefined) take(session, [endDraft(reason, message.method)])
  }
  return { sessions, drafts, told, threads }
}

const brief = ({ type, prompt, description, approved, reason, message, ...event }: JsonObject) =>
  [type, prompt ?? description ?? approved ?? reason ?? message ?? event['last-assistant-message']]
    .filter((word) => word !== undefined)
    .join(' | ')

describe('a recording of a client of its own', () => {
  const { told, sessions, threads } = play(OWN_CLIENT)

  it('gives the events of Codex, in order, each answer as it was', () => {
    expect(told.map(brief)).toEqual([
      'session-start',
      'user-prompt-submit | hello',
      'agent-turn-complete | Mock reply to: hello',
      'user-prompt-submit | A2 [[exec:touch accepted.txt; for i in 1 2 3; do echo line $i; sleep 0.1; done]]',
      'approval-requested | touch accepted.txt; for i in 1 2 3; do echo line $i; sleep 0.1; done',
      'approval-response | true',
      'agent-turn-complete | Done after 1 tool call(s).',
      'user-prompt-submit | A3 [[exec:touch declined.txt]]',
      'approval-requested | touch declined.txt',
      'approval-response | false',
      'agent-turn-complete | Done after 1 tool call(s).',
      'user-prompt-submit | A4 [[exec:touch cancelled.txt]]',
      'approval-requested | touch cancelled.txt',
      'approval-response | false',
      'turn-aborted | aborted',
      'user-prompt-submit | A5 [[exec:touch a5.txt]] [[patch:p5.txt]]',
      'approval-requested | touch a5.txt',
      'approval-response | true',
      'approval-requested | /home/dev/project/p3/p5.txt',
      'approval-response | true',
      'agent-turn-complete | Done after 2 tool call(s).',
      'user-prompt-submit | A6 [[exec:touch a6.txt]]',
      'approval-requested | touch a6.txt',
      'approval-response | false',
      'turn-aborted | aborted',
      'session-start',
      'user-prompt-submit | B1 [[exec:touch ro1.txt]] [[escalate:touch ro2.txt]] [[patch:ro3.txt]]',
      'approval-requested | touch ro2.txt',
      'approval-response | true',
      'approval-requested | /home/dev/project/p3/ro3.txt',
      'approval-response | true',
      'agent-turn-complete | Done after 3 tool call(s).',
      'user-prompt-submit | B2 [[slow:30,60]] [[reason]]',
      'user-prompt-submit | steered [[say:steer answer]]',
      'agent-turn-complete | steer answer',
      'user-prompt-submit | B3 [[slow:100,100]]',
      'turn-aborted | aborted',
      'user-prompt-submit | B4 [[hang]]',
      'turn-aborted | aborted',
      'user-prompt-submit | B5 [[fail]]',
      'turn-failed | mock failure',
      'user-prompt-submit | B6 [[http500]]',
      'turn-failed | We’re currently experiencing high demand, which may cause temporary errors.',
      'session-end',
    ])
  })

  it('names threads, turns, kinds and messages as Codex does', () => {
    expect(told[0]).toEqual({
      type: 'session-start',
      'thread-id': '01a1e099-20dc-73d3-b8ff-8363284f292e',
      cwd: '/home/dev/project/p3',
      pid: 0,
    })
    expect(told[4]).toMatchObject({
      'turn-id': '01a1e099-21ce-7e50-95fc-3f3365380e89',
      'approval-type': 'exec',
    })
    expect(told[18]).toMatchObject({ 'approval-type': 'patch' })
    expect(told.find((event) => event['last-assistant-message'] === 'steer answer')).toMatchObject({
      'input-messages': ['B2 [[slow:30,60]] [[reason]]', 'steered [[say:steer answer]]'],
    })
  })

  it('tells each answer once, streamed and whole', () => {
    const [first] = sessions.values()
    const of = (type: string) =>
      first?.events.filter((event) => event.type === type).map(({ data }) => JSON.parse(data))
    expect(of('text_delta')?.length).toBeGreaterThan(4)
    expect(of('message_complete')?.map(({ text }) => text)).toEqual([
      'Mock reply to: hello',
      'Done after 1 tool call(s).',
      'Done after 1 tool call(s).',
      'Done after 2 tool call(s).',
    ])
    expect(of('terminal_stream')?.[0]).toEqual({ data: 'line 1\n', toolCallId: 'call_mock_18' })
  })

  it('counts what each turn used, and how full the context is', () => {
    const [first] = sessions.values()
    const usage = first?.state.usage
    expect(usage?.total).toMatchObject({ inputTokens: 2380, outputTokens: 200, cachedTokens: 0 })
    expect(usage?.turns[0]).toMatchObject({ inputTokens: 140, outputTokens: 20 })
    expect(usage?.context?.maxContextTokens).toBe(258400)
  })

  it('leaves nothing open', () => {
    for (const thread of threads.values()) expect(thread.asked).toEqual([])
    for (const session of sessions.values()) {
      expect([session.state.requests, session.state.attention, session.state.turn]).toEqual([[], [], null])
    }
  })
})

describe('a recording beside a terminal', () => {
  it('leaves out the threads Codex has for itself and tells what the person answered', () => {
    const { sessions, told } = play(BESIDE_TERMINAL)
    expect(sessions.size).toBe(2)
    expect(told.map(brief).slice(0, 3)).toEqual([
      'session-start',
      'user-prompt-submit | hello from tui',
      'agent-turn-complete | Mock reply to: hello from tui',
    ])
    expect(told.map(({ type }) => type)).toContain('approval-requested')
    expect(told.filter(({ type }) => type === 'approval-response')).toMatchObject([{ approved: true }])
  })
})

describe('what MCP servers ask', () => {
  it('is a question with the fields of its form, or leave for the tool it is about', () => {
    const { drafts } = play(ELICITATIONS)
    expect(drafts.find(({ type }) => type === 'question_requested')?.data).toEqual({
      requestId: 'codex-01a1e0a5-7661-7490-a8df-a5485a31ef7b-0',
      context: 'What is your favourite colour?',
      questions: [{ id: 'colour', text: 'colour', type: 'text', required: true }],
    })
    expect(drafts.find(({ type }) => type === 'permission_requested')?.data).toEqual({
      toolName: 'mcp__lab__danger',
      description: 'Allow the lab MCP server to run tool "danger"?',
      approvalType: 'elicitation',
      args: {},
      toolCallId: 'call_mock_3',
    })
    expect(
      drafts.filter(({ type }) => type === 'approval_resolved').map(({ data }) => data?.approved),
    ).toEqual([true])
    expect(drafts.filter(({ type }) => type === 'request_closed').map(({ data }) => data?.reason)).toEqual([
      'resolved_elsewhere',
    ])
  })
})

describe('answers given elsewhere', () => {
  const at = { threadId: 't', turnId: 'u' }
  const item = { type: 'mcpToolCall', id: 'c', server: 'lab', tool: 'danger', arguments: {} }
  const asks = (more: JsonObject = {}): AppServerMessage[] => [
    { method: 'item/started', params: { ...at, item } },
    {
      method: 'mcpServer/elicitation/request',
      id: 7,
      params: {
        ...at,
        serverName: 'lab',
        message: 'May I?',
        _meta: { codex_approval_kind: 'mcp_tool_call' },
        ...more,
      },
    },
    { method: 'serverRequest/resolved', params: { threadId: 't', requestId: 7 } },
    {
      method: 'thread/status/changed',
      params: { threadId: 't', status: { type: 'active', activeFlags: [] } },
    },
  ]
  const after = (messages: readonly AppServerMessage[]) => {
    const drafts: Draft[] = []
    let thread = newThread('t')
    for (const message of messages) {
      const told = tellCodex(thread, message)
      thread = told.thread
      drafts.push(...told.drafts)
    }
    return { thread, drafts }
  }

  it('show when the call ends, not when the thread goes on', () => {
    const failed = { ...item, status: 'failed', error: { message: 'user rejected MCP tool call' } }
    const { drafts } = after([...asks(), { method: 'item/completed', params: { ...at, item: failed } }])
    expect(drafts.slice(-2)).toMatchObject([
      { type: 'approval_resolved', data: { toolCallId: 'c', approved: false, by: { userId: 'terminal' } } },
      { type: 'tool_error', data: { error: 'user rejected MCP tool call' } },
    ])
  })

  it('are a yes when nothing shows a no for a while', () => {
    const { thread, drafts } = after(asks())
    expect(drafts.some(({ type }) => type === 'approval_resolved')).toBe(false)
    expect(answeredInSilence(thread).drafts).toMatchObject([{ data: { toolCallId: 'c', approved: true } }])
    expect(answeredInSilence(thread).thread.asked).toEqual([])
  })

  it('are not told where we gave them', () => {
    const [started, asked, resolved, status] = asks()
    const { thread } = after([started, asked].flatMap((message) => message ?? []))
    const mine = {
      ...thread,
      asked: thread.asked.map((one) => ({ ...one, state: 'answered_here' as const })),
    }
    const rest = [resolved, status].flatMap((message) => message ?? [])
    let now: CodexThread = mine
    for (const message of rest) {
      const told = tellCodex(now, message)
      expect(told.drafts).toEqual([])
      now = told.thread
    }
    expect(now.asked).toEqual([])
  })

  it('are asked for once, also where the request is told again', () => {
    const [started, asked] = asks()
    const { drafts } = after([started, asked, asked].flatMap((message) => message ?? []))
    expect(drafts.filter(({ type }) => type === 'permission_requested')).toHaveLength(1)
  })
})

describe('plans', () => {
  it('are told when they come, change, and go on', () => {
    const plan = (...steps: [string, string][]): AppServerMessage => ({
      method: 'turn/plan/updated',
      params: {
        threadId: 't',
        turnId: 'u',
        explanation: null,
        plan: steps.map(([step, status]) => ({ step, status })),
      },
    })
    let thread = newThread('t')
    const types = [
      plan(['a', 'pending'], ['b', 'pending']),
      plan(['a', 'inProgress'], ['b', 'pending']),
      plan(['a', 'completed'], ['b', 'inProgress']),
      plan(['a', 'completed'], ['c', 'inProgress']),
    ].map((message) => {
      const told = tellCodex(thread, message)
      thread = told.thread
      return told.drafts.map(({ type }) => type)
    })
    expect(types).toEqual([
      ['plan_created'],
      ['plan_step_started'],
      ['plan_step_completed', 'plan_step_started'],
      ['plan_revised'],
    ])
  })
})

describe('any message', () => {
  it('is taken without a fault, whatever is in it', () => {
    const methods = [
      ...new Set([...OWN_CLIENT, ...ELICITATIONS].map(({ method }) => method)),
      '__proto__',
      'x',
    ]
    const value = fc.jsonValue() as fc.Arbitrary<never>
    const message = fc.record({
      method: fc.constantFrom(...methods),
      id: fc.option(fc.nat(3), { nil: undefined }),
      params: fc.oneof(
        fc.record({
          threadId: value,
          turnId: value,
          item: value,
          turn: value,
          itemId: value,
          delta: value,
          plan: value,
        }),
        fc.constantFrom(...[...OWN_CLIENT, ...ELICITATIONS].map(({ params }) => params)),
      ),
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const session = new ToldSession('s')
        let thread = newThread('t')
        for (const { id, ...rest } of messages) {
          const told = tellCodex(thread, id === undefined ? rest : { ...rest, id })
          thread = told.thread
          session.take(told.drafts)
        }
      }),
      { numRuns: 200 },
    )
  })
})
