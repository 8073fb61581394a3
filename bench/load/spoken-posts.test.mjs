import { clean } from '@signalbox/protocol/clean'
import { expect, it } from 'vitest'
import { ZEROS } from './event-text.mjs'
import { spokenPost } from './spoken-posts.mjs'

const posts = Array.from({ length: 7 }, (_, index) => spokenPost('bench-1', index))
/** @param {{body: string}} post @returns {string} */
function textOf({ body }) {
  const told = JSON.parse(body)
  const { prompt, message, 'last-assistant-message': answer } = told.payload ?? told
  return prompt ?? message ?? answer
}

it('says something a person reads each time, as long as it usually is', () => {
  expect(posts.map((post) => textOf(post).length)).toEqual([300, 1500, 6000, 400, 40, 481, 366])
})

it('has a number in it that tells it from the one before', () => {
  for (const { body } of posts) expect(body).toContain(ZEROS)
})

it('goes to the doors of both agents, with tags in what Claude Code is told', () => {
  expect(new Set(posts.map(({ path }) => path))).toEqual(
    new Set(['/api/sessions/bench-1/notify', '/hooks/claude']),
  )
  const tags = posts.flatMap((post) => clean(textOf(post)).cleaned)
  expect(tags).toEqual(['system-reminder', 'task-notification'])
})

it('begins again when all was said', () => {
  expect(spokenPost('bench-1', 7)).toEqual(posts[0])
})
