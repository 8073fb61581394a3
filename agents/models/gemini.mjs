import { words } from './words.mjs'

const USAGE = { promptTokenCount: 1200, candidatesTokenCount: 42, totalTokenCount: 1242 }

/** Gemini's content streams. @type {import('./model-server.mjs').Wire} */
export const gemini = {
  matches: (path) => /:(stream)?[gG]enerateContent$/.test(path),
  streams: (_body, path) => path.endsWith(':streamGenerateContent'),

  read(body) {
    return {
      messages: (body.contents ?? []).map(messageOf),
      tools: (body.tools ?? []).flatMap((/** @type {{functionDeclarations?: {name: string}[]}} */ tool) =>
        (tool.functionDeclarations ?? []).map(({ name }) => name),
      ),
    }
  },

  async answer(step, { stream }) {
    const send = (/** @type {object[]} */ parts, /** @type {object} */ more = {}) => {
      stream.write(`data: ${JSON.stringify(contentOf(parts, more))}\r\n\r\n`)
    }
    if (step.hang) return stream.ended
    // The end comes with the last part: an end of its own makes the agent repeat the part before it.
    /** @type {object[]} */
    let held = []
    for await (const part of partsOf(step, stream)) {
      if (held.length > 0) send(held)
      held = [part]
    }
    send(held, { finishReason: 'STOP' })
  },

  whole: (step) => contentOf([{ text: step.say ?? '' }, ...callsOf(step)], { finishReason: 'STOP' }),

  failure: (status) => ({
    error: { code: status, message: `the model failed with ${status}`, status: 'INTERNAL' },
  }),
}

/** @param {object[]} parts @param {object} more */
function contentOf(parts, more) {
  const candidate = { index: 0, content: { role: 'model', parts }, ...more }
  return { candidates: [candidate], usageMetadata: USAGE, modelVersion: 'model' }
}

/** @param {import('./script.mjs').Step} step @param {import('./model-server.mjs').Stream} stream */
async function* partsOf(step, stream) {
  for await (const text of words(step, stream)) yield { text }
  yield* callsOf(step)
}

/** @param {import('./script.mjs').Step} step */
function callsOf(step) {
  return (step.call ?? []).map(({ tool, args = {} }) => ({ functionCall: { name: tool, args } }))
}

/** @param {{role?: string, parts?: {text?: string, functionResponse?: unknown}[]}} content @returns {import('./script.mjs').Message} */
function messageOf({ role, parts = [] }) {
  const answer = parts.find(({ functionResponse }) => functionResponse !== undefined)
  if (answer !== undefined) return { role: 'tool', text: JSON.stringify(answer.functionResponse) }
  return { role: role === 'model' ? 'model' : 'user', text: parts.map(({ text = '' }) => text).join('\n') }
}
