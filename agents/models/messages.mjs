import { words } from './words.mjs'

const USAGE = {
  input_tokens: 1200,
  output_tokens: 42,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 300,
}

/** Anthropic's Messages, as Claude Code speaks it. @type {import('./model-server.mjs').Wire} */
export const messages = {
  matches: (path) => path.endsWith('/messages'),

  read(body) {
    return {
      messages: (body.messages ?? []).flatMap(messagesOf),
      tools: (body.tools ?? []).map(({ name }) => name),
    }
  },

  async answer(step, { id, model, stream }) {
    const send = (/** @type {string} */ type, /** @type {object} */ data) => {
      stream.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
    }
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model, stop_sequence: null }
    send('message_start', { message: { ...message, content: [], stop_reason: null, usage: USAGE } })
    if (step.hang) return stream.ended
    let index = 0
    const block = async (/** @type {object} */ start, /** @type {AsyncIterable<object>} */ deltas) => {
      send('content_block_start', { index, content_block: start })
      for await (const delta of deltas) send('content_block_delta', { index, delta })
      send('content_block_stop', { index })
      index += 1
    }
    if (step.think !== undefined) {
      const deltas = [
        { type: 'thinking_delta', thinking: step.think },
        { type: 'signature_delta', signature: 'c2ln' },
      ]
      await block({ type: 'thinking', thinking: '', signature: '' }, each(deltas))
    }
    if (step.say !== undefined) await block({ type: 'text', text: '' }, textDeltas(step, stream))
    for (const { tool, args = {} } of step.call ?? []) {
      const start = { type: 'tool_use', id: `toolu_${id}_${index}`, name: tool, input: {} }
      await block(start, each([{ type: 'input_json_delta', partial_json: JSON.stringify(args) }]))
    }
    const stop = step.call === undefined ? 'end_turn' : 'tool_use'
    send('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: USAGE })
    send('message_stop', {})
  },

  whole(step, { id, model }) {
    const content = [
      ...(step.say === undefined ? [] : [{ type: 'text', text: step.say }]),
      ...(step.call ?? []).map(({ tool, args = {} }, index) => ({
        type: 'tool_use',
        id: `toolu_${id}_${index}`,
        name: tool,
        input: args,
      })),
    ]
    const stop = step.call === undefined ? 'end_turn' : 'tool_use'
    return {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model,
      content,
      stop_reason: stop,
      stop_sequence: null,
      usage: USAGE,
    }
  },

  failure: (status) => ({
    type: 'error',
    error: {
      type: status === 529 ? 'overloaded_error' : 'invalid_request_error',
      message: `the model failed with ${status}`,
    },
  }),
}

/** @param {import('./script.mjs').Step} step @param {import('./model-server.mjs').Stream} stream */
async function* textDeltas(step, stream) {
  for await (const text of words(step, stream)) yield { type: 'text_delta', text }
}

/** @template T @param {T[]} list */
async function* each(list) {
  yield* list
}

/** What tools answered comes in the name of the user. @param {{role: string, content: unknown}} message @returns {import('./script.mjs').Message[]} */
function messagesOf({ role, content }) {
  if (role === 'assistant') return [{ role: 'model', text: '' }]
  if (typeof content === 'string') return [{ role: 'user', text: content }]
  if (!Array.isArray(content)) return []
  const answers = content.filter(({ type }) => type === 'tool_result')
  const texts = content.filter(({ type }) => type === 'text')
  return [
    ...answers.map((answer) => ({ role: /** @type {const} */ ('tool'), text: answerText(answer.content) })),
    ...(texts.length > 0
      ? [{ role: /** @type {const} */ ('user'), text: texts.map(({ text }) => text).join('\n') }]
      : []),
  ]
}

/** @param {unknown} content */
function answerText(content) {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(({ text = '' }) => text).join('\n') : ''
}
