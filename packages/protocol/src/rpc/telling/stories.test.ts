import { describe, expect, it } from 'vitest'
import { commanded, happens } from '../../session/story.fixture.js'
import { briefs, durable, heardOf, OBSERVED_META, prompted, ready } from './told.fixture.js'

const says = (text: string) => happens('text_delta', { text })
const thinks = (text: string) => happens('thinking_progress', { text })
const prints = (data: string) => happens('terminal_stream', { toolCallId: 'c', data })
const call = (toolName = 'read_file') => happens('tool_call', { toolCallId: 'c', toolName, args: { a: 1 } })
const result = (output: string) => happens('tool_result', { toolCallId: 'c', status: 'success', output })
const done = happens('turn_complete')
const by = { userId: 'u', via: 'rpc' }
const asks = happens('permission_requested', { requestId: 'r', toolName: 'bash', description: 'npm test' })
const steps = (...statuses: string[]) =>
  statuses.map((status, at) => ({ id: `s${at}`, title: 'Look', status }))

/** A driven turn: what is told of it live, and what a replay tells. */
function turnOf(...middle: Parameters<typeof heardOf>[0]): { live: string[]; replayed: string[] } {
  const events = heardOf([...ready, ...prompted(), ...middle])
  const [live, replayed] = [briefs(events), briefs(durable(events))]
  const opening = ['thread/started running', 'turn/started', 'created message user pending Hi']
  expect(live.splice(0, 3)).toEqual(opening)
  expect(replayed.splice(0, 3)).toEqual(opening)
  return { live, replayed }
}

const TAKEN = 'updated completed'

describe('a driven turn', () => {
  it('is told as its text grows; a replay has the text at once', () => {
    expect(turnOf(says('Hel'), [60, says('lo')], says('!'), done)).toEqual({
      live: [
        TAKEN,
        'created message assistant active Hel',
        'updated message assistant active Hello',
        'updated message assistant completed Hello!',
        'turn/completed',
      ],
      replayed: [
        TAKEN,
        'created message assistant active Hello!',
        'updated message assistant completed Hello!',
        'turn/completed',
      ],
    })
  })

  it('of an agent that says nothing', () => {
    expect(turnOf(done).live).toEqual([TAKEN, 'turn/completed'])
  })

  it('with a tool call between two texts', () => {
    expect(turnOf(says('Let me see. '), call(), result('x = 1'), says('Done.'), done).live).toEqual([
      TAKEN,
      'created message assistant active Let me see. ',
      'updated message assistant completed Let me see. ',
      'created tool_call active name="read_file"',
      'updated tool_call completed name="read_file" result={"output":"x = 1"}',
      'created message assistant active Done.',
      'updated message assistant completed Done.',
      'turn/completed',
    ])
  })

  it('with a command and what it prints', () => {
    const exit = (exitCode: number) => happens('terminal_complete', { toolCallId: 'c', exitCode })
    const { live, replayed } = turnOf(
      call('exec'),
      prints('a\n'),
      [60, prints('b\n')],
      exit(0),
      result('ab'),
      done,
    )
    expect(live).toEqual([
      TAKEN,
      'created command active name="exec"',
      'updated command active name="exec" output="a\\n"',
      'updated command active name="exec" output="a\\nb\\n"',
      'updated command completed name="exec" result={"exit_code":0,"output":"ab"}',
      'turn/completed',
    ])
    expect(replayed).toEqual(live.filter((line) => !line.includes('active name="exec" output')))
  })

  it('with a command that fails, told by two events', () => {
    const { live } = turnOf(
      call('Bash'),
      prints('no such file'),
      happens('terminal_complete', { toolCallId: 'c', exitCode: 2 }),
      happens('tool_error', { toolCallId: 'c', error: 'exit code 2' }),
      happens('tool_result', { toolCallId: 'c', status: 'error', output: 'exit code 2' }),
      done,
    )
    expect(live.slice(3)).toEqual([
      'updated command failed name="Bash" result={"exit_code":2,"error":"exit code 2","output":"no such file"}',
      'turn/completed',
    ])
  })

  it('with a command nobody called: how it ended is told, what it printed is not', () => {
    const { live } = turnOf(
      happens('terminal_stream', { data: '$ ls' }),
      happens('terminal_complete', { exitCode: 1 }),
      done,
    )
    expect(live).toEqual([
      TAKEN,
      'created command active name="terminal"',
      'updated command failed name="terminal" result={"exit_code":1}',
      'turn/completed',
    ])
  })

  it('that ends under its calls: what exited is as it exited, the others failed', () => {
    const other = happens('tool_call', { toolCallId: 'd', toolName: 'grep', args: {} })
    const exit = happens('terminal_complete', { toolCallId: 'c', exitCode: 0 })
    expect(turnOf(call('exec'), exit, other, done).live.slice(3)).toEqual([
      'updated command completed name="exec" result={"exit_code":0}',
      'updated tool_call failed name="grep" result={"error":"the turn ended first"}',
      'turn/completed',
    ])
  })

  it.each([
    [true, 'approved'],
    [false, 'denied'],
  ])('with a permission: %s', (approved, outcome) => {
    const answer = commanded('approval_resolved', { requestId: 'r', approved, by })
    expect(turnOf(asks, answer, done).live).toEqual([
      TAKEN,
      'created request permission pending npm test',
      `updated request permission completed npm test ${outcome}`,
      'turn/completed',
    ])
  })

  it('with a permission nobody gave', () => {
    expect(
      turnOf(asks, commanded('stop_acknowledged'), happens('turn_complete', { stopReason: 'user_stopped' }))
        .live,
    ).toEqual([
      TAKEN,
      'created request permission pending npm test',
      'deleted deleted',
      'turn/interrupted Turn interrupted',
    ])
  })

  it('with questions', () => {
    const questions = [{ id: 'q', text: 'Which?', type: 'choice', options: ['a', 'b'] }]
    const { live } = turnOf(
      happens('question_requested', { requestId: 'r', questions }),
      commanded('question_resolved', { requestId: 'r', answers: { q: 'a' }, by }),
      done,
    )
    expect(live.slice(1, 3)).toEqual([
      'created request question pending Which?',
      'updated request question completed Which? answered',
    ])
  })

  it('with a plan and its steps', () => {
    const plan = { planId: 'p', title: 'Tokens', steps: steps('pending', 'pending') }
    const step = { planId: 'p', title: 'Look' }
    const { live, replayed } = turnOf(
      happens('plan_created', plan),
      happens('plan_step_started', { ...step, stepId: 's0', status: 'in_progress' }),
      happens('plan_step_completed', { ...step, stepId: 's0', status: 'completed' }),
      happens('plan_step_completed', { ...step, stepId: 'gone', status: 'completed' }),
      happens('plan_revised', { ...plan, steps: steps('completed', 'skipped'), reason: null }),
      done,
    )
    const [created, ...revised] = [
      'created plan active pending,pending',
      'updated plan completed completed,skipped',
      'turn/completed',
    ]
    expect(live).toEqual([
      TAKEN,
      created,
      'updated plan active in_progress,pending',
      'updated plan active completed,pending',
      ...revised,
    ])
    expect(replayed).toEqual([TAKEN, created, ...revised])
  })

  it('with thinking, which is told live alone', () => {
    const { live, replayed } = turnOf(
      happens('thinking_start'),
      thinks('Hm'),
      [60, thinks('. So')],
      happens('thinking_complete'),
      thinks('And'),
      says('Yes.'),
      done,
    )
    expect(live).toEqual([
      TAKEN,
      'created reasoning active Hm',
      'updated reasoning active Hm. So',
      'updated reasoning completed Hm. So',
      'created reasoning active And',
      'updated reasoning completed And',
      'created message assistant active Yes.',
      'updated message assistant completed Yes.',
      'turn/completed',
    ])
    expect(replayed.join()).not.toContain('reasoning')
  })

  it('that is steered: what was said is with the agent when it is told', () => {
    const steered = [
      commanded('steer_sent', { steerId: 's', content: 'Only src' }),
      commanded('user_message', { content: 'Only src', via: 'rpc' }),
    ]
    expect(turnOf(says('One'), ...steered, says('Two'), done).live.slice(2)).toEqual([
      'updated message assistant completed One',
      'created message user pending Only src',
      'updated completed',
      'created message assistant active Two',
      'updated message assistant completed Two',
      'turn/completed',
    ])
  })

  it.each([
    [{ reason: 'not needed' }, 'Turn interrupted: not needed'],
    [{}, 'Turn interrupted'],
  ])('that is stopped: %j', (stop, message) => {
    const end = happens('turn_complete', { stopReason: 'user_stopped' })
    expect(turnOf(says('One'), commanded('stop_acknowledged', stop), end).live.slice(2)).toEqual([
      'updated message assistant completed One',
      `turn/interrupted ${message}`,
    ])
  })

  it('that is stopped before the agent showed itself', () => {
    const end = happens('turn_complete', { stopReason: 'user_stopped' })
    expect(turnOf(commanded('stop_acknowledged'), end).live).toEqual([
      TAKEN,
      'turn/interrupted Turn interrupted',
    ])
  })

  it('that fails', () => {
    const fails = happens('turn_error', { message: 'Lost the agent', code: 'AGENT_DISCONNECTED' })
    expect(turnOf(says('One'), call(), fails).live.slice(3)).toEqual([
      'created tool_call active name="read_file"',
      'updated tool_call failed name="read_file" result={"error":"the turn ended first"}',
      'turn/interrupted Turn failed: Lost the agent',
    ])
    expect(turnOf(fails).live).toEqual(['updated failed', 'turn/interrupted Turn failed: Lost the agent'])
  })

  it('that was left in the middle: thread and turn end', () => {
    const left = heardOf([
      ...ready,
      ...prompted(),
      commanded('session_archived'),
      commanded('session_unarchived'),
    ])
    expect(briefs(left).slice(3)).toEqual(['thread/closed closed', 'thread/resumed running'])
  })

  it('that never began has a beginning and an end all the same', () => {
    const events = heardOf([
      commanded('session_state', { state: 'activating' }),
      happens('turn_error', { message: 'No such agent', code: 'AGENT_ERROR' }),
    ])
    expect(briefs(events)).toEqual([
      'thread/started running',
      'turn/started',
      'turn/interrupted Turn failed: No such agent',
    ])
  })
})

describe('a watched session', () => {
  const own = { nativeTurnId: 'turn-of-claude-1' }
  const prompt = [
    happens('turn_started', {}, own),
    happens('user_message', { content: 'Hi', via: 'hook' }, own),
  ]
  const ends = happens('session_state', { state: 'inactive', reason: 'session_end' })

  it('that tells its whole answer at the end', () => {
    const events = heardOf(
      [
        ...prompt,
        call('Bash'),
        result('ok'),
        happens('turn_complete', { finalText: 'Fixed.' }, own),
        happens('agent_notification', { message: 'Claude is waiting for your input' }),
        ends,
        happens('turn_started', {}, { nativeTurnId: 'turn-of-claude-2' }),
      ],
      OBSERVED_META,
    )
    const told = [
      'thread/started running',
      'turn/started',
      'created message user pending Hi',
      'updated completed',
      'created command active name="Bash"',
      'updated command completed name="Bash" result={"output":"ok"}',
      'created message assistant active Fixed.',
      'updated message assistant completed Fixed.',
      'turn/completed',
      'created notification completed Claude is waiting for your input',
      'thread/closed closed session_end',
    ]
    expect(briefs(events).slice(0, told.length)).toEqual(told)
    // It is back before it does something.
    expect(briefs(events).slice(told.length)).toEqual(['thread/resumed running', 'turn/started'])
    expect(briefs(durable(events))).toEqual(briefs(events))
  })

  it('whose answer was told in segments does not repeat it', () => {
    const segment = happens('message_complete', { text: 'Fixed.' }, own)
    const events = heardOf(
      [...prompt, segment, happens('turn_complete', { finalText: 'Fixed.' }, own)],
      OBSERVED_META,
    )
    expect(briefs(events).filter((line) => line.includes('Fixed'))).toEqual([
      'created message assistant active Fixed.',
      'updated message assistant completed Fixed.',
    ])
  })

  it('whose request was answered in the terminal', () => {
    const asked = happens('permission_requested', {
      requestId: 'r',
      toolName: 'Bash',
      description: 'ls',
      toolCallId: 'c',
    })
    const told = briefs(heardOf([...prompt, call('Bash'), asked, result('ok')], OBSERVED_META))
    expect(told).toContain('updated request permission completed ls resolved_elsewhere')
  })

  it('whose turn gives way to the next, or ends with the session', () => {
    const next = happens('turn_started', {}, { nativeTurnId: 'turn-of-claude-2' })
    expect(briefs(heardOf([...prompt, next], OBSERVED_META))).toContain(
      'turn/interrupted Turn interrupted: the next turn began',
    )
    expect(briefs(heardOf([...prompt, ends], OBSERVED_META))).toContain(
      'turn/interrupted Turn interrupted: the session ended',
    )
  })

  it('that leaves tasks in the background: their calls end when they do', () => {
    const left = happens('turn_complete', { finalText: '', backgroundTasks: 1 }, own)
    const told = briefs(
      heardOf(
        [...prompt, call('Bash'), left, { ...result('late'), draft: { ...result('late').draft, ...own } }],
        OBSERVED_META,
      ),
    )
    expect(told.slice(4)).toEqual([
      'created command active name="Bash"',
      'turn/completed',
      'updated command completed name="Bash" result={"output":"late"}',
    ])
  })
})

describe('what is told beside turns', () => {
  const told = (...events: Parameters<typeof happens>[]) =>
    briefs(heardOf(events.map((one) => happens(...one)))).slice(1)

  it('is a notice each', () => {
    const notify = (type: string, payload: object) => ({ notify: { type, payload: { type, ...payload } } })
    expect(
      told(
        ['agent_notification', { message: 'Look here' }],
        ['task_notification', { taskId: 't', summary: 'Build done', status: 'completed' }],
        ['subagent_started', { subagentId: 'a7', name: 'reviewer' }],
        ['subagent_stopped', { subagentId: 'a7', summary: 'Two findings' }],
        ['context_compacted', { trigger: 'auto', tokensBefore: 9, tokensAfter: 2 }],
        ['file_changed', { path: 'src/main.rs', iteration: 1, size: 5 }],
        ['notify_progress', notify('progress', { summary: 'Half' })],
        ['notify_new_plan', notify('new-plan', { heading: 'Tokens' })],
        ['notify_event', notify('deploy', {})],
        ['notify_event', notify('agent-turn-complete', { 'last-assistant-message': 'told by its turn' })],
        ['notify_event', notify('Notification', { message: 'told by its notification' })],
      ),
    ).toEqual([
      'created notification completed Look here',
      'created notification completed Build done',
      'created notification completed Helper reviewer started',
      'created notification completed Helper a7 is done: Two findings',
      'created notification completed Shortened what it remembers, from 9 to 2 tokens',
      'created file_change completed src/main.rs',
      'created notification completed Half',
      'created notification completed Tokens',
      'created notification completed deploy',
    ])
  })
})
