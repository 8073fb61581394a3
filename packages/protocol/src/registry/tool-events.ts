import { s } from '../schema.js'
import { chapter, row } from './row.js'
import { TWINS } from './twins.js'

const session = ['session'] as const
const toolCallId = s.string()
/** The helper of the agent that is at work, where it is not the agent itself. */
const subagentId = s.optional(s.string())

export const toolEvents = chapter({
  id: 'tool',
  title: 'Tools and terminal',
  about: 'What the agent does beside talking: tools it calls and commands it runs, with their output.',
  rows: {
    tool_call_start: row({
      kind: 'ephemeral',
      scopes: session,
      turn: 'required',
      data: s.object({ toolCallId, toolName: s.string() }),
      description: 'A tool call is being written.',
      example: { toolCallId: 'tc-1', toolName: 'read_file' },
    }),
    tool_call_delta: row({
      kind: 'ephemeral',
      scopes: session,
      turn: 'required',
      data: s.object({ toolCallId, delta: s.string() }),
      description: 'A piece of the arguments of a tool call.',
      example: { toolCallId: 'tc-1', delta: '{"path":' },
    }),
    tool_call: row({
      kind: 'durable',
      scopes: session,
      turn: 'required',
      hook: 'tool_use',
      data: s.object({ toolCallId, toolName: s.string(), args: s.unknown(), subagentId }),
      description: 'The agent called a tool.',
      example: { toolCallId: 'tc-1', toolName: 'read_file', args: { path: 'src/auth.ts' } },
    }),
    tool_result: row({
      kind: 'durable',
      scopes: session,
      turn: 'required',
      hook: 'tool_done',
      data: s.object({ toolCallId, status: s.string(), output: s.optional(s.string()), subagentId }),
      description: 'A tool call returned.',
      example: { toolCallId: 'tc-1', status: 'success', output: 'export class AuthService {' },
    }),
    tool_error: row({
      kind: 'durable',
      scopes: session,
      turn: 'required',
      hook: 'tool_done',
      data: s.object({ toolCallId, error: s.string(), subagentId }),
      description: 'A tool call failed.',
      example: { toolCallId: 'tc-1', error: 'ENOENT: src/auth.ts' },
    }),
    terminal_stream: row({
      dot: TWINS.terminal_stream,
      kind: 'ephemeral',
      scopes: session,
      turn: 'required',
      data: s.object({ data: s.string(), toolCallId: s.optional(toolCallId) }),
      description: 'Output of a running command, as it came.',
      example: { data: '$ npm test\n  PASS  src/auth.test.ts\n', toolCallId: 'tc-2' },
    }),
    terminal_complete: row({
      kind: 'durable',
      scopes: session,
      turn: 'required',
      data: s.object({ exitCode: s.integer(), toolCallId: s.optional(toolCallId) }),
      description: 'A command ended; 0 means well.',
      example: { exitCode: 0, toolCallId: 'tc-2' },
    }),
  },
})
