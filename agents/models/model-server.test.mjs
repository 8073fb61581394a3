import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ModelServer } from './model-server.mjs'
import { play } from './script.mjs'

/** @type {ModelServer} */
let model
beforeAll(async () => {
  model = await ModelServer.start()
})
afterAll(() => model.stop())

/** @param {string} path @param {object | string} body @param {Record<string, string>} [headers] */
function ask(path, body, headers = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const sent = headers['content-encoding'] === 'gzip' ? gzipSync(text) : text
  return fetch(`${model.origin}${path}`, { method: 'POST', body: sent, headers })
}

/** The JSON of every data line. @param {Response} response */
async function dataOf(response) {
  const lines = (await response.text()).split(/\r?\n/).filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice('data: '.length)))
}

const CALL = { call: [{ tool: 'run', args: { x: 1 } }] }
const SAY = { say: 'one two' }
const PROMPT = play(CALL, SAY)

/** The same conversation over every wire: first a call, then words. */
const WIRES = [
  {
    name: 'responses',
    path: '/v1/responses',
    first: {
      stream: true,
      tools: [{ type: 'function', name: 'run' }],
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: PROMPT }] }],
    },
    second: {
      stream: true,
      tools: [{ type: 'function', name: 'run' }],
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: PROMPT }] },
        { type: 'function_call', name: 'run', call_id: 'c', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: 'ran' },
      ],
    },
    call: {
      type: 'response.output_item.done',
      item: { type: 'function_call', name: 'run', arguments: '{"x":1}' },
    },
    word: { type: 'response.output_text.delta', delta: 'one ' },
    end: { type: 'response.completed', response: { status: 'completed', usage: { total_tokens: 120 } } },
  },
  {
    name: 'messages',
    path: '/v1/messages?beta=true',
    first: { stream: true, tools: [{ name: 'run' }], messages: [{ role: 'user', content: PROMPT }] },
    second: {
      stream: true,
      tools: [{ name: 'run' }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: PROMPT }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'run', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ran' }] },
      ],
    },
    call: { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: '{"x":1}' } },
    word: { type: 'content_block_delta', delta: { type: 'text_delta', text: 'one ' } },
    end: { type: 'message_stop' },
  },
  {
    name: 'chat',
    path: '/v1/chat/completions',
    first: {
      stream: true,
      tools: [{ type: 'function', function: { name: 'run' } }],
      messages: [{ role: 'user', content: PROMPT }],
    },
    second: {
      stream: true,
      tools: [{ type: 'function', function: { name: 'run' } }],
      messages: [
        { role: 'system', content: 'be kind' },
        { role: 'user', content: [{ type: 'text', text: PROMPT }] },
        { role: 'assistant', content: null },
        { role: 'tool', content: 'ran' },
      ],
    },
    call: { choices: [{ delta: { tool_calls: [{ function: { name: 'run', arguments: '{"x":1}' } }] } }] },
    word: { choices: [{ delta: { content: 'one ' } }] },
    end: { usage: { total_tokens: 1242 } },
  },
  {
    name: 'gemini',
    path: '/v1beta/models/m:streamGenerateContent?alt=sse',
    first: {
      tools: [{ functionDeclarations: [{ name: 'run' }] }],
      contents: [{ role: 'user', parts: [{ text: PROMPT }] }],
    },
    second: {
      tools: [{ functionDeclarations: [{ name: 'run' }] }],
      contents: [
        { role: 'user', parts: [{ text: PROMPT }] },
        { role: 'model', parts: [{ functionCall: { name: 'run', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'run', response: { output: 'ran' } } }] },
      ],
    },
    call: { candidates: [{ content: { parts: [{ functionCall: { name: 'run', args: { x: 1 } } }] } }] },
    word: { candidates: [{ content: { parts: [{ text: 'one ' }] } }] },
    end: { candidates: [{ finishReason: 'STOP' }] },
  },
]

describe.each(WIRES)('the model over $name', ({ path, first, second, call, word, end }) => {
  it('plays the script step by step', async () => {
    expect(await dataOf(await ask(path, first))).toEqual(
      expect.arrayContaining([expect.objectContaining(deep(call))]),
    )
    const spoken = await dataOf(await ask(path, second))
    expect(spoken).toEqual(expect.arrayContaining([expect.objectContaining(deep(word))]))
    expect(spoken.at(-1)).toMatchObject(end)
    expect(model.calls.at(-1)).toMatchObject({ step: SAY, prompt: PROMPT })
    expect(model.calls.at(-1)?.heard).toContain('ran')
  })

  it('fails as it is told', async () => {
    const told = JSON.parse(JSON.stringify(first).replaceAll(escaped(PROMPT), escaped(play({ fail: 500 }))))
    const answer = await ask(path, told)
    expect(answer.status).toBe(500)
    expect(await answer.json()).toHaveProperty('error.message', 'the model failed with 500')
  })

  it('does not stumble over what is no JSON', async () => {
    expect((await ask(path, '{"a":')).status).toBe(400)
  })

  it('hears when the agent goes away in the middle', async () => {
    const told = JSON.parse(JSON.stringify(first).replaceAll(escaped(PROMPT), escaped(play({ hang: true }))))
    const left = new AbortController()
    const sent = fetch(`${model.origin}${path}`, {
      method: 'POST',
      body: JSON.stringify(told),
      signal: left.signal,
    })
    const call = await model.until(({ step, answeredAt }) => step.hang === true && answeredAt === undefined)
    left.abort()
    await sent.then((response) => response.text()).catch(() => {})
    await model.until((other) => other === call && other.answeredAt !== undefined)
  })
})

describe('ModelServer', () => {
  it('takes a packed body', async () => {
    const body = { tools: [], messages: [{ role: 'user', content: 'hi' }] }
    const answer = await ask('/v1/messages', body, { 'content-encoding': 'gzip' })
    expect(await answer.json()).toMatchObject({ content: [{ type: 'text', text: 'Hello from the model.' }] })
  })

  it('answers in one piece who does not want a stream', async () => {
    const parts = { contents: [{ role: 'user', parts: [{ text: play(SAY) }] }] }
    const answer = await ask('/v1beta/models/m:generateContent', parts)
    expect(await answer.json()).toMatchObject({ candidates: [{ content: { parts: [{ text: 'one two' }] } }] })
  })

  it('knows the small talk of agents', async () => {
    expect(await (await fetch(`${model.origin}/v1/models`)).json()).toMatchObject({ data: [] })
    expect(await (await ask('/v1/messages/count_tokens', {})).json()).toMatchObject({ input_tokens: 1200 })
    expect((await fetch(`${model.origin}/else`)).status).toBe(404)
  })

  it('says what it was asked when the call that is waited for does not come', async () => {
    await expect(model.until(() => false, 10)).rejects.toThrow('did not come within 10 ms')
  })
})

/** Every object in it as one that may have more. @param {any} value @returns {any} */
function deep(value) {
  if (Array.isArray(value))
    return value.map((entry) => (typeof entry === 'object' ? expect.objectContaining(deep(entry)) : entry))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      typeof entry === 'object' && !Array.isArray(entry) ? expect.objectContaining(deep(entry)) : deep(entry),
    ]),
  )
}

/** As it stands within JSON. @param {string} text */
function escaped(text) {
  return JSON.stringify(text).slice(1, -1)
}
