import { expect, it } from 'vitest'
import { acceptsNdjson } from './accepts-ndjson.js'

it.each([
  [undefined, true],
  ['', true],
  ['*/*', true],
  ['application/*', true],
  ['application/x-ndjson', true],
  ['Application/X-NDJSON; charset=utf-8', true],
  ['text/html, application/x-ndjson;q=0.9', true],
  ['text/html,*/*;q=0.1', true],
  ['application/json', false],
  ['text/event-stream, text/*', false],
  ['application/x-ndjson;q=0', false],
  ['*/*, application/x-ndjson; q=0', false],
  ['application/x-ndjson;q=x', false],
])('%s: %s', (accept, allowed) => {
  expect(acceptsNdjson(accept)).toBe(allowed)
})
