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

describe('TurnStory told by segments', () => {
  const segment = (/** @type {string} */ text, /** @type {number} */ seq) => ({
    type: 'message_complete',
    seq,
    text,
  })
  const delta = { type: 'text_delta', seq: 1, text: 'one ' }
  const gap = { type: 'gap', fromSeq: 1, toSeq: 4, reason: 'slow' }

  /** @param {object[]} messages */
  function followSegments(messages) {
    const story = new TurnStory('one two three ', 'message_complete')
    for (const message of messages) story.take(message)
    return story
  }

  it('knows that deltas are missing, and misses none of the text', () => {
    const story = followSegments([
      delta,
      gap,
      segment('one two ', 5),
      segment('three ', 6),
      { type: 'turn_complete', seq: 7 },
    ])
    expect(story).toMatchObject({ turns: 1, missed: 3 })
  })

  it.each([
    ['deltas are missing and nobody says so', [delta, segment('one two ', 5)], 'seq 5 came after 1'],
    ['a gap is not in its place', [delta, { ...gap, fromSeq: 2 }], 'seq 3 came after 1'],
    ['a segment is missing', [delta, gap, { type: 'turn_complete', seq: 5 }], 'a turn ended after 0 of 14'],
  ])('is broken when %s', (_, messages, why) => {
    expect(() => followSegments(messages)).toThrow(why)
  })
})
