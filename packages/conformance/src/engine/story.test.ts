import { describe, expect, it } from 'vitest'
import type { RpcLine } from './rpc-line.js'
import { storyOfFrames, storyOfLines } from './story.js'
import type { Frame } from './witness.js'

const line = (method: string, params: object): RpcLine => ({ jsonrpc: '2.0', method, params: { ...params } })
const item = (item_id: string, status: string, content?: object) =>
  line('item/updated', { item_id, status, ...(content ? { content } : {}) })

/** The same turn, told by both doors. */
const FRAMES: readonly Frame[] = [
  { type: 'turn_started', turnId: 't' },
  { type: 'user_message', content: 'Go' },
  { type: 'thinking_start' },
  { type: 'thinking_progress', text: 'Hm' },
  { type: 'thinking_progress', text: '.' },
  { type: 'text_delta', text: 'I w' },
  { type: 'text_delta', text: 'ill' },
  { type: 'message_complete', text: 'I will' },
  { type: 'tool_call', toolCallId: 'c1', toolName: 'bash', args: { command: 'ls' } },
  { type: 'permission_requested', requestId: 'r1' },
  { type: 'approval_resolved', requestId: 'r1', approved: false },
  { type: 'terminal_stream', toolCallId: 'c1', data: 'a' },
  { type: 'terminal_stream', toolCallId: 'c1', data: 'b' },
  { type: 'terminal_complete', toolCallId: 'c1', exitCode: 1 },
  { type: 'tool_error', toolCallId: 'c1', error: 'exit code 1' },
  { type: 'tool_result', toolCallId: 'c1', status: 'error' },
  { type: 'tool_call', toolCallId: 'c2', toolName: 'read', args: {} },
  { type: 'tool_result', toolCallId: 'c2', status: 'success', output: 'x' },
  { type: 'plan_created', planId: 'p', title: 'P', steps: [{ id: 's', title: 'S', status: 'pending' }] },
  { type: 'plan_step_completed', planId: 'p', stepId: 's', status: 'completed' },
  { type: 'file_changed', path: 'a.md' },
  { type: 'question_requested', requestId: 'r2' },
  { type: 'request_closed', requestId: 'r2' },
  { type: 'turn_complete', turnId: 't', stopReason: 'user_stopped' },
]
const ENTRIES = [
  { type: 'message', role: 'user', text: 'Go' },
  { type: 'reasoning', text: 'Hm.' },
  { type: 'message', role: 'assistant', text: 'I will' },
  {
    type: 'call',
    name: 'bash',
    args: { command: 'ls' },
    status: 'failed',
    output: 'ab',
    exit_code: 1,
    error: 'exit code 1',
  },
  { type: 'request', request_id: 'r1', kind: 'permission', status: 'completed', outcome: 'denied' },
  { type: 'call', name: 'read', args: {}, status: 'completed', output: 'x' },
  { type: 'plan', title: 'P', steps: [{ id: 's', title: 'S', status: 'completed' }] },
  { type: 'file_change', path: 'a.md' },
  { type: 'request', request_id: 'r2', kind: 'question', status: 'deleted' },
]
const call = (name: string, args: object, more: object = {}) => ({ type: 'command', name, args, ...more })
const LINES: readonly RpcLine[] = [
  line('turn/started', { turn_id: 't', state: 'active' }),
  item('1', 'pending', { type: 'message', role: 'user', text: 'Go' }),
  item('1', 'completed'),
  item('2', 'active', { type: 'reasoning', text: 'Hm' }),
  item('2', 'completed', { type: 'reasoning', text: 'Hm.' }),
  item('3', 'completed', { type: 'message', role: 'assistant', text: 'I will' }),
  item('4', 'active', call('bash', { command: 'ls' })),
  item('5', 'pending', { type: 'request', request_id: 'r1', kind: 'permission' }),
  item('5', 'completed', { type: 'request', request_id: 'r1', kind: 'permission', outcome: 'denied' }),
  item(
    '4',
    'failed',
    call('bash', { command: 'ls' }, { output: 'ab', result: { exit_code: 1, error: 'exit code 1' } }),
  ),
  item('6', 'completed', { type: 'tool_call', name: 'read', args: {}, result: { output: 'x' } }),
  item('7', 'completed', { type: 'plan', title: 'P', steps: [{ id: 's', title: 'S', status: 'completed' }] }),
  item('8', 'completed', { type: 'file_change', path: 'a.md', size: 3 }),
  item('9', 'pending', { type: 'request', request_id: 'r2', kind: 'question' }),
  item('9', 'deleted'),
  line('turn/interrupted', { turn_id: 't', state: 'interrupted', message: 'Turn interrupted' }),
]
const END = { turn_id: 't', state: 'interrupted' }

describe('a story', () => {
  it('is the same from either door', () => {
    expect(storyOfFrames(FRAMES)).toEqual({ entries: ENTRIES, end: END })
    expect(storyOfLines(LINES)).toEqual({ entries: ENTRIES, end: END })
  })

  it.each(ENTRIES.map((_, n) => n))('differs where entry %i is not told', (n) => {
    const lines = LINES.filter(({ params }) => params?.item_id !== String(n + 1))
    expect(storyOfLines(lines).entries).toHaveLength(ENTRIES.length - 1)
    expect(storyOfLines(lines).entries).not.toEqual(ENTRIES)
  })

  it('has no end before the end, and says how a turn failed', () => {
    expect(storyOfLines(LINES.slice(0, -1)).end).toBeUndefined()
    const failed = [{ type: 'turn_error', turnId: 't', code: 'AGENT_ERROR' }]
    const told = [
      line('turn/interrupted', { turn_id: 't', state: 'interrupted', error: { code: 'AGENT_ERROR' } }),
    ]
    expect(storyOfFrames(failed).end).toEqual(storyOfLines(told).end)
  })
})
