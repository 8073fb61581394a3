import { expect, it } from 'vitest'
import { fetchRaw } from './fetch-raw.js'

const answering = (status: number, text: string) =>
  (async () => new Response(text, { status })) as unknown as typeof fetch

it('gives what the sender said', async () => {
  expect(await fetchRaw('s', 1, answering(200, '{ "type": "finish" }'))).toBe('{ "type": "finish" }')
})

it('says why there is nothing', async () => {
  expect(await fetchRaw('s', 1, answering(404, '{}'))).toMatch(/^Nothing is kept/)
  expect(await fetchRaw('s', 1, answering(500, ''))).toBe('The gateway answered 500. Try again.')
  expect(await fetchRaw('s', 1, answering(200, ''))).toBe('The sender said nothing of its own.')
  const refuse = (async () => {
    throw new TypeError('network')
  }) as unknown as typeof fetch
  expect(await fetchRaw('s', 1, refuse)).toBe('The gateway does not answer. Try again.')
})

it('asks for the session by its whole name', async () => {
  let asked = ''
  await fetchRaw('Codex 1/a', 7, (async (path: string) => {
    asked = path
    return new Response('')
  }) as unknown as typeof fetch)
  expect(asked).toBe('/api/sessions/Codex%201%2Fa/events/7/raw')
})
