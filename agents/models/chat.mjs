import { words } from './words.mjs'

/** OpenAI's chat completions, as opencode speaks them. @type {import('./model-server.mjs').Wire} */
export const chat = {
  matches: (path) => path.endsWith('/chat/completions'),

  read(body) {
    return {
      messages: (body.messages ?? []).map(messageOf),
      tools: (body.tools ?? []).map(
        (/** @type {{function?: {name: string}}} */ tool) => tool.function?.name ?? '',
      ),
    }
  },

  async answer(step, { id, model, stream }) {
    const chunk = { id: `chat_${id}`, object: 'chat.completion.chunk', created: 0, model }
    const send = (/** @type {object} */ delta, /** @type {object} */ more = {}) => {
      const choice = { index: 0, delta, finish_reason: null, ...more }
      stream.write(`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`)
    }
    send({ role: 'assistant' })
    if (step.hang) return stream.ended
    for await (const content of words(step, stream)) send({ content })
    const calls = (step.call ?? []).map(({ tool, args = {} }, index) => ({
      index,
      id: `call_${id}_${index}`,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(args) },
    }))
    if (calls.length > 0) send({ tool_calls: calls })
    send({}, { finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' })
    const usage = { prompt_tokens: 1200, completion_tokens: 42, total_tokens: 1242 }
    stream.write(`data: ${JSON.stringify({ ...chunk, choices: [], usage })}\n\ndata: [DONE]\n\n`)
  },

  failure: (status) => ({ error: { message: `the model failed with ${status}` } }),
}

const ROLES = /** @type {const} */ ({ assistant: 'model', tool: 'tool', user: 'user', system: 'user' })

/** @param {{role: keyof typeof ROLES, content: unknown}} message @returns {import('./script.mjs').Message} */
function messageOf({ role, content }) {
  const text = Array.isArray(content)
    ? content.map(({ text = '' }) => text).join('\n')
    : String(content ?? '')
  return { role: ROLES[role] ?? 'user', text }
}
