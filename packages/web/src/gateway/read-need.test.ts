import type { Client } from '@signalbox/client'
import { expect, it, vi } from 'vitest'
import { readNeed } from './read-need.js'

const answering = (...pages: { events: { message: string }[]; next: number | null }[]) => {
  const request = vi.fn(async () => pages.shift())
  return { request: request as unknown as Client['request'], calls: request.mock.calls as unknown[][] }
}

it('is what the last attention says, over every page', async () => {
  const gateway = answering(
    { events: [{ message: 'npm test' }, { message: 'npm ci' }], next: 40 },
    { events: [{ message: 'npm publish' }], next: null },
  )
  expect(await readNeed(gateway, 's')).toBe('npm publish')
  expect(gateway.calls.map(([message]) => (message as { afterSeq: number }).afterSeq)).toEqual([0, 40])
})

it('is not known when no attention is kept', async () => {
  expect(await readNeed(answering({ events: [], next: null }), 's')).toBeUndefined()
})
