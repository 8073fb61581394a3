import { describe, expect, it } from 'vitest'
import { standingTags } from './standing-tags.fixture.js'

const NAMES = ['tick', 'permissions instructions']

describe('standingTags', () => {
  it.each([
    ['<tick>'],
    ['   \n\t <TICK/>'],
    ['a\n   </tick>'],
    ['a\n<tick a="b>c"\n d=\'e\'>x'],
    ['```\n<tick>'],
    ['```\nx\n```\n<tick>'],
    ['<permissions instructions>'],
  ])('finds the one in %j', (text) => {
    expect(standingTags(text, NAMES)).toHaveLength(1)
  })

  it.each([
    [''],
    ['a <tick>'],
    ['`<tick>`'],
    ['a\n    <tick>'],
    ['a\n\t<tick>'],
    ['<ticks>\n<tick-x>\n<tick_y>\n<permissions>'],
    ['<tick'],
    ['<tick <b>'],
    ['```\n<tick>\n```'],
    ['~~~~\n~~~\n<tick>\n~~~~'],
  ])('finds none in %j', (text) => {
    expect(standingTags(text, NAMES)).toEqual([])
  })
})
