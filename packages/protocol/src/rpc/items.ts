import { REQUEST_OUTCOMES } from '../registry/shapes.js'
import { s } from '../schema.js'
import type { RpcShape } from './message.js'
import { Id, RPC_EXAMPLE } from './shapes.js'

const call = {
  name: s.string(),
  args: s.unknown(),
  /** The end of what it has printed so far. */
  output: s.optional(s.string()),
  result: s.optional(s.unknown()),
}

/** What an item can be: the shape of its `content`, by `content.type`. */
export const ITEM_CONTENTS = {
  message: {
    schema: s.object({
      type: s.literal('message'),
      role: s.string({ minLength: 1 }),
      text: s.string(),
      content: s.array(s.object({ type: s.string(), text: s.string() })),
      metadata: s.record(s.unknown()),
    }),
    description: 'What a person or the agent said.',
    example: {
      type: 'message',
      role: 'user',
      text: 'Fix the bug',
      content: [{ type: 'input_text', text: 'Fix the bug' }],
      metadata: {},
    },
  },
  reasoning: {
    schema: s.object({ type: s.literal('reasoning'), text: s.string() }),
    description: 'What the model thought aloud.',
    example: { type: 'reasoning', text: 'I need to look at the imports first.' },
  },
  tool_call: {
    schema: s.object({ type: s.literal('tool_call'), ...call }),
    description: 'A tool the agent called; result comes with the last update.',
    example: { type: 'tool_call', name: 'read_file', args: { path: 'src/main.rs' } },
  },
  command: {
    schema: s.object({ type: s.literal('command'), ...call }),
    description: 'A command the agent ran; output grows while it does, result comes with the last update.',
    example: {
      type: 'command',
      name: 'exec',
      args: { command: 'cargo test' },
      result: { exit_code: 0, output: 'test result: ok' },
    },
  },
  file_change: {
    schema: s.object({ type: s.literal('file_change'), path: s.string(), size: s.optional(s.number()) }),
    description: 'A file the agent changed.',
    example: { type: 'file_change', path: 'src/main.rs', size: 2048 },
  },
  plan: {
    schema: s.object({
      type: s.literal('plan'),
      title: s.string(),
      steps: s.array(s.object({ id: s.string(), title: s.string(), status: s.string() })),
    }),
    description: 'What the agent means to do, and how far it is.',
    example: {
      type: 'plan',
      title: 'Move login to tokens',
      steps: [{ id: 'step-0', title: 'Read the session code', status: 'in_progress' }],
    },
  },
  request: {
    schema: s.object({
      type: s.literal('request'),
      request_id: Id,
      kind: s.oneOf(['permission', 'question']),
      text: s.string(),
      data: s.record(s.unknown()),
      /** How it ended, in one word. */
      outcome: s.optional(s.oneOf(REQUEST_OUTCOMES)),
      answers: s.optional(s.record(s.unknown())),
      /** What the agent was told with the answer. */
      message: s.optional(s.string()),
    }),
    description: 'Something the agent asks a person; outcome comes with the last update.',
    example: {
      type: 'request',
      request_id: RPC_EXAMPLE.request_id,
      kind: 'permission',
      text: 'cargo build --release',
      data: { toolName: 'exec' },
    },
  },
  notification: {
    schema: s.object({ type: s.literal('notification'), message: s.string() }),
    description: 'A notice of the agent or of a notify client.',
    example: { type: 'notification', message: 'Claude needs your permission to use Bash' },
  },
} satisfies Record<string, RpcShape>

export type ItemContentType = keyof typeof ITEM_CONTENTS

/** The content of an item, whichever it is. */
export const ItemContent = s.anyOf(Object.values(ITEM_CONTENTS).map(({ schema }) => schema))
