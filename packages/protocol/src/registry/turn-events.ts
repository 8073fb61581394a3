import { s } from '../schema.js'
import { chapter, row } from './row.js'
import { marked } from './shapes.js'
import { TWINS } from './twins.js'

const session = ['session'] as const
const tokens = s.nullable(s.number())

export const turnEvents = chapter({
  id: 'turn',
  title: 'Turns',
  about: 'A prompt and what the agent says and thinks about it, until it is done, stopped or broken.',
  rows: {
    turn_started: row({
      kind: 'durable',
      scopes: session,
      turn: 'required',
      data: s.object({ clientTurnId: s.optional(s.string()), past: s.optional(s.boolean()) }),
      description: 'A turn began; with `past` it was told so late that another had begun since.',
      example: {},
    }),
    user_message: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      hook: 'user_prompt_submit',
      clean: ['content'],
      data: s.object({
        itemId: s.string(),
        content: s.string(),
        via: s.string(),
        /** Whose words they are, where not a person's. */
        role: s.optional(s.string()),
        /** The parts it was said in, where there were several: joined by newlines they are the content. */
        parts: s.optional(s.array(s.string())),
        ...marked,
      }),
      description: 'What a person said to the agent.',
      example: { itemId: 'item_1', content: 'Fix the bug in main.rs', via: 'notify' },
    }),
    text_delta: row({
      dot: TWINS.text_delta,
      kind: 'ephemeral',
      scopes: session,
      turn: 'required',
      data: s.object({ text: s.string() }),
      description: 'A piece of the answer as it is written.',
      example: { text: 'Let me look at the module. ' },
    }),
    message_complete: row({
      dot: TWINS.message_complete,
      kind: 'durable',
      scopes: session,
      turn: 'required',
      data: s.object({
        text: s.string(),
        /** The number of its first piece, where it was told piece by piece. */
        fromSeq: s.optional(s.integer({ minimum: 1 })),
      }),
      description: 'One finished segment of the answer.',
      example: { text: 'Let me look at the module.', fromSeq: 5 },
    }),
    thinking_start: row({
      kind: 'ephemeral',
      scopes: session,
      turn: 'required',
      data: s.object({}),
      description: 'The model began to think aloud.',
      example: {},
    }),
    thinking_progress: row({
      dot: TWINS.thinking_progress,
      kind: 'ephemeral',
      scopes: session,
      turn: 'required',
      data: s.object({ text: s.string() }),
      description: 'A piece of the model thinking aloud.',
      example: { text: 'I need to look at the imports first.' },
    }),
    thinking_complete: row({
      kind: 'ephemeral',
      scopes: session,
      turn: 'required',
      data: s.object({}),
      description: 'The model is done thinking and turns to its answer.',
      example: {},
    }),
    turn_complete: row({
      kind: 'durable',
      scopes: session,
      turn: 'required',
      hook: 'agent_stop',
      clean: ['finalText'],
      data: s.object({
        finalText: s.string(),
        stopReason: s.optional(s.string()),
        backgroundTasks: s.optional(s.integer({ minimum: 1 })),
        truncated: s.optional(s.boolean()),
        bytes: s.optional(s.number()),
        ...marked,
      }),
      description: 'The turn ended; the whole answer.',
      example: { finalText: "I've fixed the bug." },
    }),
    turn_error: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      clean: ['message'],
      data: s.object({
        message: s.string(),
        code: s.oneOf(['AGENT_ERROR', 'AGENT_DISCONNECTED', 'AGENT_TIMEOUT']),
        ...marked,
      }),
      description: 'The turn failed.',
      example: { message: 'Lost connection to agent', code: 'AGENT_DISCONNECTED' },
    }),
    steer_sent: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      clean: ['content'],
      data: s.object({ steerId: s.string(), content: s.string(), ...marked }),
      description: 'What a person said in the middle of the turn reached the agent.',
      example: {
        steerId: '01994f3a-0000-7000-8000-000000000030',
        content: 'Leave the tests as they are',
      },
    }),
    stop_acknowledged: row({
      kind: 'durable',
      scopes: session,
      turn: 'required',
      data: s.object({ reason: s.optional(s.string()) }),
      description: 'The wish to stop the turn was heard; its end follows.',
      example: { reason: 'not needed any more' },
    }),
    usage_update: row({
      kind: 'ephemeral',
      scopes: session,
      // An agent watched from outside may tell it when the turn is over.
      turn: 'optional',
      data: s.object({
        model: s.nullable(s.string()),
        provider: s.nullable(s.string()),
        inputTokens: tokens,
        outputTokens: tokens,
        cachedTokens: tokens,
        costMicroDollars: s.nullable(s.number()),
      }),
      description: 'Tokens and cost of the turn so far; a million micro-dollars are one dollar.',
      example: {
        model: 'gpt-5',
        provider: 'openai',
        inputTokens: 12500,
        outputTokens: 3200,
        cachedTokens: 8000,
        costMicroDollars: 45000,
      },
    }),
    usage_context: row({
      kind: 'ephemeral',
      scopes: session,
      turn: 'optional',
      data: s.object({ contextTokens: s.number(), maxContextTokens: s.number() }),
      description: 'How full the context of the model is.',
      example: { contextTokens: 84000, maxContextTokens: 200000 },
    }),
  },
})
