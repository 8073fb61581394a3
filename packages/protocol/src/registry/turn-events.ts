import { s } from '../schema.js'
import { group, row } from './row.js'

const session = ['session'] as const
const toolCallId = s.string()

export const turnEvents = group({
  id: 'turn',
  title: 'Turns',
  about: 'What happens inside a turn.',
  rows: {
    turn_started: row({
      kind: 'durable',
      scopes: session,
      data: s.object({}),
      description: 'A turn began.',
      example: {},
    }),
    user_message: row({
      kind: 'durable',
      scopes: session,
      data: s.object({ itemId: s.string(), content: s.string(), via: s.string() }),
      description: 'What a person said to the agent.',
      example: { itemId: 'item_1', content: 'Fix the bug in main.rs', via: 'notify' },
    }),
    text_delta: row({
      dot: 'message.delta',
      kind: 'ephemeral',
      scopes: session,
      data: s.object({ text: s.string() }),
      description: 'A piece of the answer as it is written.',
      example: { text: 'Let me look at the module. ' },
    }),
    message_complete: row({
      dot: 'message.complete',
      kind: 'durable',
      scopes: session,
      data: s.object({ text: s.string() }),
      description: 'One finished segment of the answer.',
      example: { text: 'Let me look at the module.' },
    }),
    turn_complete: row({
      kind: 'durable',
      scopes: session,
      data: s.object({
        finalText: s.string(),
        stopReason: s.optional(s.string()),
        truncated: s.optional(s.boolean()),
        bytes: s.optional(s.number()),
      }),
      description: 'The turn ended; the whole answer.',
      example: { finalText: "I've fixed the bug." },
    }),
    turn_error: row({
      kind: 'durable',
      scopes: session,
      data: s.object({ message: s.string(), code: s.string() }),
      description: 'The turn failed.',
      example: { message: 'Lost connection to agent', code: 'AGENT_DISCONNECTED' },
    }),
    tool_call: row({
      kind: 'durable',
      scopes: session,
      data: s.object({ toolCallId, toolName: s.string(), args: s.unknown() }),
      description: 'The agent called a tool.',
      example: { toolCallId: 'tc-1', toolName: 'read_file', args: { path: 'src/auth.ts' } },
    }),
    tool_result: row({
      kind: 'durable',
      scopes: session,
      data: s.object({ toolCallId, status: s.string(), output: s.optional(s.string()) }),
      description: 'A tool call returned.',
      example: { toolCallId: 'tc-1', status: 'success', output: 'import …' },
    }),
    tool_error: row({
      kind: 'durable',
      scopes: session,
      data: s.object({ toolCallId, error: s.string() }),
      description: 'A tool call failed.',
      example: { toolCallId: 'tc-1', error: 'ENOENT' },
    }),
    tool_call_start: row({
      kind: 'ephemeral',
      scopes: session,
      data: s.object({ toolCallId, toolName: s.string() }),
      description: 'A tool call is being written.',
      example: { toolCallId: 'tc-1', toolName: 'read_file' },
    }),
    tool_call_delta: row({
      kind: 'ephemeral',
      scopes: session,
      data: s.object({ toolCallId, delta: s.string() }),
      description: 'A piece of the arguments of a tool call.',
      example: { toolCallId: 'tc-1', delta: '{"path":' },
    }),
    thinking_progress: row({
      dot: 'thinking.progress',
      kind: 'ephemeral',
      scopes: session,
      data: s.object({ text: s.string() }),
      description: 'A piece of the model thinking aloud.',
      example: { text: 'I need to look at the imports first.' },
    }),
  },
})
