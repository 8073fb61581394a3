import { describe, expect, it } from 'vitest'
import { TurnStory } from './turn-story.mjs'

/** @param {string[]} texts @param {number} first */
const turn = (texts, first = 1) => [
  ...texts.map((text, index) => ({ type: 'text_delta', seq: first + index, text })),
  { type: 'turn_complete', seq: first + texts.length, finalText: texts.join('') },
]

/** @param {object[]} messages */
function follow(messages) {
  const story = new TurnStory('one two three ')
  for (const message of messages) story.take(message)
  return story
}

describe('TurnStory', () => {
  it('counts turns that told everything, in whatever pieces, among whatever else', () => {
    const other = { type: 'heartbeat', ts: 1 }
    const messages = [
      { type: 'user_message', seq: 7, content: 'go' },
      other,
      ...turn(['one ', 'two ', 'three '], 8),
      ...turn(['one two th', 'ree '], 12),
    ]
    expect(follow(messages).turns).toBe(2)
    expect(follow(messages.slice(0, -1)).turns).toBe(1)
  })

  it.each([
    ['a piece is missing', turn(['one ', 'three ']), 'after 4 characters came "three "'],
    ['a piece comes twice', turn(['one ', 'one ', 'two three ']), 'after 4 characters came "one "'],
    ['there is more', turn(['one two three ', '!']), 'after 14 characters came "!"'],
    ['the end is missing', turn(['one ', 'two ']), 'a turn ended after 8 of 14'],
    [
      'a number is missing',
      turn(['one '])
        .concat(turn(['two '], 4))
        .slice(0, 1)
        .concat(turn([], 3)),
      'seq 3 came after 1',
    ],
  ])('is broken when %s', (_, messages, why) => {
    expect(() => follow(messages)).toThrow(why)
  })
})
