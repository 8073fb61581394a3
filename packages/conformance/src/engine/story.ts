import { contentOf, paramsOf, type RpcLine } from './rpc-line.js'
import type { Frame } from './witness.js'

/** One thing that was said or done. */
export type Entry = Record<string, unknown>

/** A turn as anybody could retell it: what was said and done, in the order it began, and how it ended. */
export interface Story {
  entries: Entry[]
  end: Entry | undefined
}

type Teller = (frame: Frame) => void

/** A turn as /ws told it. */
export function storyOfFrames(frames: readonly Frame[]): Story {
  const story: Story = { entries: [], end: undefined }
  const known = new Map<unknown, Entry>()
  const begin = (key: unknown, entry: Entry) => {
    known.set(key, entry)
    story.entries.push(entry)
  }
  const grow = (key: string, empty: Entry, piece: unknown) => {
    if (!known.has(key)) begin(key, { ...empty, text: '' })
    const entry = known.get(key)
    if (entry) entry.text = `${entry.text}${piece}`
  }
  const change = (key: unknown, more: (entry: Entry) => Entry) => {
    const entry = known.get(key)
    if (entry) Object.assign(entry, more(entry))
  }
  const answer = { type: 'message', role: 'assistant' }
  const asked =
    (kind: string): Teller =>
    ({ requestId }) =>
      begin(requestId, { type: 'request', request_id: requestId, kind, status: 'pending' })
  const planned: Teller = ({ planId, title, steps }) => {
    const plan = { title, steps: (steps as Frame[]).map((step) => ({ ...step })) }
    if (known.has(planId)) change(planId, () => plan)
    else begin(planId, { type: 'plan', ...plan })
  }
  const stepped: Teller = ({ planId, stepId, status }) =>
    change(planId, ({ steps }) => ({
      steps: (steps as Frame[]).map((step) => (step.id === stepId ? { ...step, status } : step)),
    }))
  const table: Record<string, Teller> = {
    user_message: ({ content, role = 'user' }) =>
      story.entries.push({ type: 'message', role, text: content }),
    text_delta: ({ text }) => grow('text', answer, text),
    message_complete: ({ text }) => {
      grow('text', answer, '')
      change('text', () => ({ text }))
      known.delete('text')
    },
    thinking_start: () => known.delete('thought'),
    thinking_progress: ({ text }) => grow('thought', { type: 'reasoning' }, text),
    tool_call: ({ toolCallId, toolName: name, args }) =>
      begin(toolCallId, { type: 'call', name, args, status: 'active' }),
    terminal_stream: ({ toolCallId, data }) =>
      change(toolCallId, ({ output = '' }) => ({ output: `${output}${data}` })),
    terminal_complete: ({ toolCallId, exitCode }) => change(toolCallId, () => ({ exit_code: exitCode })),
    tool_result: ({ toolCallId, output }) =>
      change(toolCallId, ({ status }) => (status === 'failed' ? {} : { status: 'completed', output })),
    tool_error: ({ toolCallId, error }) => change(toolCallId, () => ({ status: 'failed', error })),
    plan_created: planned,
    plan_revised: planned,
    plan_step_started: stepped,
    plan_step_completed: stepped,
    permission_requested: asked('permission'),
    question_requested: asked('question'),
    approval_resolved: ({ requestId, approved }) =>
      change(requestId, () => ({ status: 'completed', outcome: approved ? 'approved' : 'denied' })),
    question_resolved: ({ requestId, dismissed }) =>
      change(requestId, () => ({ status: 'completed', outcome: dismissed ? 'dismissed' : 'answered' })),
    request_closed: ({ requestId }) => change(requestId, () => ({ status: 'deleted' })),
    file_changed: ({ path }) => story.entries.push({ type: 'file_change', path }),
    turn_complete: ({ turnId, stopReason }) => {
      story.end = { turn_id: turnId, state: stopReason === undefined ? 'completed' : 'interrupted' }
    },
    turn_error: ({ turnId, code }) => {
      story.end = { turn_id: turnId, state: 'interrupted', error: { code } }
    },
  }
  for (const frame of frames) table[frame.type]?.(frame)
  return story
}

/** What an item comes to in a story, by its type. */
const RETOLD: Record<string, (content: Entry, status: unknown) => Entry> = {
  message: ({ type, role, text }) => ({ type, role, text }),
  reasoning: ({ type, text }) => ({ type, text }),
  tool_call: called,
  command: called,
  file_change: ({ type, path }) => ({ type, path }),
  plan: ({ type, title, steps }) => ({ type, title, steps }),
  request: ({ type, request_id, kind, outcome }, status) => ({ type, request_id, kind, status, outcome }),
  notification: ({ type, message }) => ({ type, message }),
}

function called({ name, args, result, output: printed }: Entry, status: unknown): Entry {
  const { exit_code, output = printed, error } = (result ?? {}) as Entry
  return { type: 'call', name, args, status, output, exit_code, error }
}

/** A turn as the stream told it. */
export function storyOfLines(lines: readonly RpcLine[]): Story {
  const items = new Map<unknown, { status: unknown; content: Entry }>()
  let end: Entry | undefined
  for (const line of lines) {
    const { item_id, status, turn_id, state, error } = paramsOf(line)
    if (item_id !== undefined) {
      const content = line.params?.content ? contentOf(line) : (items.get(item_id)?.content ?? {})
      items.set(item_id, { status, content })
    } else if (line.method === 'turn/completed' || line.method === 'turn/interrupted') {
      end = { turn_id, state, ...(error ? { error } : {}) }
    }
  }
  const entries = [...items.values()].flatMap(({ status, content }) => {
    const retell = RETOLD[String(content.type)]
    return retell ? [retell(content, status)] : []
  })
  return { entries, end }
}
