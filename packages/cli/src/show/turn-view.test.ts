import type { StreamItem } from '@signalbox/client'
import { REGISTRY } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../terminal/display-width.js'
import { paintFor } from '../terminal/paint.js'
import { Transcript } from './transcript.js'
import { TurnView } from './turn-view.js'

type Told = { type: string; [field: string]: unknown }

function open({ width = 80, asked = [] as string[] } = {}) {
  let printed = ''
  const transcript = new Transcript(
    (text) => {
      printed += text
    },
    () => width,
  )
  const view = new TurnView({
    transcript,
    paint: paintFor(false),
    width: () => width,
    isAsked: (id) => asked.includes(id),
  })
  return {
    view,
    transcript,
    show: (...items: Told[]) => {
      for (const item of items) view.show({ sessionId: 's', seq: 1, ts: 0, ...item } as unknown as StreamItem)
      transcript.space()
      return printed.trimEnd()
    },
  }
}

const text = (piece: string) => ({ type: 'text_delta', text: piece })
const call = (toolCallId: string, toolName: string, args: object) => ({
  type: 'tool_call',
  toolCallId,
  toolName,
  args,
})
const result = (toolCallId: string, output: string, status = 'success') => ({
  type: 'tool_result',
  toolCallId,
  status,
  output,
})
const output = (toolCallId: string, data: string) => ({ type: 'terminal_stream', toolCallId, data })
const exit = (toolCallId: string, exitCode: number) => ({ type: 'terminal_complete', toolCallId, exitCode })

describe('what the agent says beside its turn', () => {
  it('is a line of its own, told once', () => {
    const task = { type: 'task_notification', taskId: 'b2', summary: 'Build completed', status: 'completed' }
    const shown = open().show(
      text('On it.'),
      { type: 'agent_notification', message: 'Build completed\nin 4 s', notification_type: 'task' },
      task,
    )
    expect(shown).toBe('On it.\n\n! Build completed in 4 s')
  })

  it('is there also when nobody understands it', () => {
    expect(open().show({ type: 'agent_unparsed', nativeType: 'TeammateIdle', problem: 'unknown hook' })).toBe(
      '  (not understood: TeammateIdle, unknown hook)',
    )
    expect(open().show({ type: 'agent_unparsed', nativeType: null, problem: 'not JSON\u001b[2J' })).toBe(
      '  (not understood: not JSON)',
    )
  })
})

describe('text', () => {
  it('comes as it comes, and once', () => {
    const shown = open().show(
      text('Hel'),
      text('lo.\n'),
      { type: 'message_complete', text: 'Hello.\n' },
      { type: 'turn_complete', finalText: 'Hello.\n' },
    )
    expect(shown).toBe('Hello.')
  })

  it('comes at the end from an agent that tells nothing before', () => {
    expect(open().show({ type: 'turn_complete', finalText: 'Done.' })).toBe('Done.')
  })

  it('is whole again after a cut', () => {
    const shown = open().show(text('Hel'), { type: 'gap', reason: 'ephemeral' }, text('ld'), {
      type: 'message_complete',
      text: 'Hello world',
    })
    expect(shown).toBe('Hello world')
  })

  it('stands apart from thoughts', () => {
    expect(
      open().show({ type: 'thinking_progress', text: 'Hm.' }, { type: 'thinking_complete' }, text('Yes.')),
    ).toBe('Hm.\n\nYes.')
  })

  it('shows what others said in the middle, but not the prompt again', () => {
    const said = (content: string) => ({ type: 'user_message', itemId: 'i', content, via: 'ws' })
    expect(open().show(said('the prompt'), text('Yes.'), said('Leave the tests'))).toBe(
      'Yes.\n\n› (ws) Leave the tests',
    )
  })
})

describe('tool calls', () => {
  it('are one line each with their result', () => {
    const shown = open().show(
      call('1', 'read_file', { path: 'a.ts' }),
      result('1', 'x\ny'),
      call('2', 'grep', { pattern: 'z' }),
      result('2', 'none'),
    )
    expect(shown).toBe('● read_file a.ts  ✓ 2 lines\n● grep z  ✓ none')
  })

  it('say once that they failed, by their error or their result', () => {
    const shown = open().show(
      call('1', 'read_file', { path: 'a' }),
      { type: 'tool_error', toolCallId: '1', error: 'ENOENT' },
      result('1', 'ENOENT', 'error'),
    )
    expect(shown).toBe('● read_file a  ✗ ENOENT')
  })

  it('show what a command prints below it, line by line', () => {
    const shown = open().show(
      call('1', 'bash', { command: 'npm test' }),
      output('1', '\u001b[32m✓'),
      output('1', '\u001b[0m a\r\nb'),
      exit('1', 0),
      result('1', 'ab'),
    )
    expect(shown).toBe('● bash npm test\n  │ ✓ a\n  │ b\n  └ ✓ exit 0')
  })

  it('say which one it was when several run at once', () => {
    const shown = open().show(
      call('1', 'bash', { command: 'a' }),
      call('2', 'bash', { command: 'b' }),
      output('1', 'from a\n'),
      result('2', 'ok'),
      exit('1', 3),
      result('1', '', 'error'),
    )
    expect(shown).toBe('● bash a\n● bash b\n● bash a\n  │ from a\n  bash ✓ ok\n  bash ✗ exit 3')
  })

  it('say which one it was when something came between', () => {
    const shown = open().show(call('1', 'bash', { command: 'a' }), text('Meanwhile.'), result('1', 'ok'))
    expect(shown).toBe('● bash a\n\nMeanwhile.\n\n  bash ✓ ok')
  })

  it('show output that belongs to no call', () => {
    const shown = open().show(
      { type: 'terminal_stream', data: 'hello\n' },
      { type: 'terminal_complete', exitCode: 1 },
    )
    expect(shown).toBe('  │ hello\n  └ ✗ exit 1')
  })

  it('ignore the result of a call nobody heard of', () => {
    expect(open().show(result('9', 'x'))).toBe('')
  })

  it('keep to the width', () => {
    const long = 'x'.repeat(200)
    const shown = open({ width: 40 }).show(
      call('1', 'bash', { command: long }),
      output('1', long),
      exit('1', 0),
      result('1', ''),
      call('2', 'grep', { pattern: long }),
      result('2', 'a result that is quite long as well'),
    )
    for (const line of shown.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(40)
    expect(shown.match(/x/g)?.length).toBeGreaterThan(200)
  })
})

describe('a plan', () => {
  const steps = [
    { id: 'a', title: 'Read', status: 'pending' },
    { id: 'b', title: 'Write', status: 'pending' },
  ]

  it('is shown with its progress, and again when it changes', () => {
    const shown = open().show(
      { type: 'plan_created', planId: 'p', title: 'Login', steps },
      { type: 'plan_step_started', planId: 'p', stepId: 'a', title: 'Read', status: 'in_progress' },
      { type: 'plan_step_completed', planId: 'p', stepId: 'a', title: 'Read', status: 'completed' },
      { type: 'plan_revised', planId: 'p', title: 'Login', steps: steps.slice(1), reason: 'There is one.' },
      { type: 'plan_step_completed', planId: 'p', stepId: 'b', title: 'Write', status: 'skipped' },
    )
    expect(shown).toBe(
      'Login\n  ○ Read\n  ○ Write\n  ▸ 1/2 Read\n  ✓ 1/2 Read\n\nLogin  (There is one.)\n  ○ Write\n  – 1/1 Write skipped',
    )
  })
})

describe('requests', () => {
  const by = { userId: 'owner', via: 'rest' }

  it('are shown with how they ended', () => {
    const shown = open().show(
      { type: 'permission_requested', requestId: 'r', toolName: 'bash', description: 'ls' },
      { type: 'approval_resolved', requestId: 'r', approved: true, by, message: 'fine' },
    )
    expect(shown).toBe('? bash: ls\n  ✓ allowed by owner (rest) “fine”')
  })

  it('name the rule that answered', () => {
    const shown = open().show({
      type: 'approval_resolved',
      requestId: 'r',
      approved: true,
      by,
      rule: 'auto_pilot',
    })
    expect(shown).toBe('  ✓ allowed by the rule auto_pilot'.trimEnd())
  })

  it('are left to who asks below', () => {
    const shown = open({ asked: ['r'] }).show(
      { type: 'permission_requested', requestId: 'r', toolName: 'bash', description: 'ls' },
      { type: 'approval_resolved', requestId: 'r', approved: true, by },
    )
    expect(shown).toBe('')
  })

  it('are shown when they are closed', () => {
    expect(open().show({ type: 'request_closed', requestId: 'r', reason: 'withdrawn' })).toBe(
      '  the request was closed: withdrawn',
    )
  })
})

it('keeps the last usage', () => {
  const { view, show } = open()
  const usage = (inputTokens: number) => ({
    type: 'usage_update',
    model: 'm',
    provider: null,
    inputTokens,
    outputTokens: 1,
    cachedTokens: null,
    costMicroDollars: null,
  })
  show(usage(1), usage(2))
  expect(view.usage?.inputTokens).toBe(2)
})

it('says that a piece of interface could not be read, in its place', () => {
  const { show } = open()
  const broken = { type: 'ui.spec_error', uiId: 'u', message: 'line 3 is\nnot JSON' }
  expect(show(text('Look:\n\n'), broken, text('\n\nThere.'))).toBe(
    'Look:\n\n  ◫ interface could not be read: line 3 is not JSON\n\nThere.',
  )
})

it('lets nothing through that a terminal would act on, from any event', () => {
  const poison = (value: unknown): unknown => {
    if (typeof value === 'string') return `${value}\u001b]52;c;x\u0007\u202e\u009b2J\u0008\r`
    if (Array.isArray(value)) return value.map(poison)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, poison(inner)]))
  }
  const { show } = open()
  const events = Object.entries(REGISTRY).filter(([, { kind }]) => kind !== 'reply')
  const shown = show(...events.map(([type, { example }]) => ({ ...(poison(example) as object), type })))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
  expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  expect(shown.length).toBeGreaterThan(500)
})
