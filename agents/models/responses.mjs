import { words } from './words.mjs'

/** OpenAI's Responses, as Codex speaks it. @type {import('./model-server.mjs').Wire} */
export const responses = {
  matches: (path) => path.endsWith('/responses'),

  read(body) {
    const input = Array.isArray(body.input) ? body.input : []
    return { messages: input.map(messageOf), tools: (body.tools ?? []).map(({ name }) => name) }
  },

  async answer(step, { id, model, stream }) {
    const response = {
      id: `resp_${id}`,
      object: 'response',
      created_at: 0,
      model,
      status: 'in_progress',
      output: [],
    }
    let count = 0
    const send = (/** @type {string} */ type, /** @type {object} */ data) => {
      stream.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: count++, ...data })}\n\n`)
    }
    send('response.created', { response })
    if (step.hang) return stream.ended
    /** @type {object[]} */
    const output = []
    if (step.say !== undefined) {
      const item = { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed' }
      const at = { item_id: item.id, output_index: output.length, content_index: 0 }
      send('response.output_item.added', { output_index: output.length, item: { ...item, content: [] } })
      for await (const delta of words(step, stream)) send('response.output_text.delta', { ...at, delta })
      const whole = { ...item, content: [{ type: 'output_text', text: step.say, annotations: [] }] }
      send('response.output_item.done', { output_index: output.length, item: whole })
      output.push(whole)
    }
    for (const [index, { tool, args = {} }] of (step.call ?? []).entries()) {
      const ids = {
        id: `item_${id}_${index}`,
        call_id: `call_${id}_${index}`,
        name: tool,
        status: 'completed',
      }
      const item =
        'patch' in args
          ? { type: 'custom_tool_call', ...ids, input: args.patch }
          : { type: 'function_call', ...ids, arguments: JSON.stringify(args) }
      send('response.output_item.added', { output_index: output.length, item })
      send('response.output_item.done', { output_index: output.length, item })
      output.push(item)
    }
    const usage = { input_tokens: 100, output_tokens: 20, total_tokens: 120 }
    send('response.completed', { response: { ...response, status: 'completed', output, usage } })
  },

  failure: (status) => ({ error: { message: `the model failed with ${status}`, type: 'server_error' } }),
}

const ROLES = /** @type {const} */ ({
  function_call: 'model',
  custom_tool_call: 'model',
  reasoning: 'model',
  function_call_output: 'tool',
  custom_tool_call_output: 'tool',
})

/** @param {Record<string, unknown>} item @returns {import('./script.mjs').Message} */
function messageOf(item) {
  const { type, role, content, output } = item
  if (type === 'message') return { role: role === 'assistant' ? 'model' : 'user', text: textOf(content) }
  const known = ROLES[/** @type {keyof typeof ROLES} */ (type)]
  return { role: known ?? 'user', text: textOf(output) }
}

/** @param {unknown} content @returns {string} */
function textOf(content) {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(({ text = '' }) => text).join('\n')
  return content === undefined ? '' : JSON.stringify(content)
}
