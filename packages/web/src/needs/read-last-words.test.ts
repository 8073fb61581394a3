import type { SessionEvent } from '@signalbox/client'
import { expect, it, vi } from 'vitest'
import { readLastWords } from './read-last-words.js'
import { permissionEntry } from './request-entry.fixture.js'

const prompt = (content: string, seq: number): SessionEvent => ({
  ...{ sessionId: 's1', seq, ts: seq, type: 'user_message' },
  ...{ itemId: 'i', content, via: 'ws' },
})

it('begins a few prompts ago, and reads page after page', async () => {
  const readEvents = vi
    .fn()
    .mockResolvedValueOnce({ events: [prompt('One', 41)], next: 60 })
    .mockResolvedValueOnce({ events: [prompt('Two', 61), prompt('Late', 2000)], next: null })
  const client = { readEvents, history: async () => ({ items: [], next: 40 }) }
  expect((await readLastWords(client, permissionEntry({}))).prompt).toBe('Two')
  expect(readEvents.mock.calls.map(([, { afterSeq }]) => afterSeq)).toEqual([39, 60])
})

it('begins at the beginning of a short session, and does not read for ever', async () => {
  const readEvents = vi.fn().mockResolvedValue({ events: [], next: 5 })
  await readLastWords({ readEvents, history: async () => ({ items: [], next: null }) }, permissionEntry({}))
  expect(readEvents.mock.calls[0]?.[1]).toMatchObject({ afterSeq: 0 })
  expect(readEvents).toHaveBeenCalledTimes(4)
})
