import { describe, expect, it } from 'vitest'
import { FenceWalk } from './fence-walk.js'
import { fencesOf } from './fences.js'

describe('FenceWalk', () => {
  const text = '```\na\n```\nb\n```\nc\n```\nd'
  const at = (letter: string) => text.indexOf(letter)

  it('knows what is inside', () => {
    const walk = new FenceWalk(fencesOf(text), 0)
    expect(['a', 'b', 'c', 'd'].map((letter) => walk.isInside(at(letter)))).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('starts anywhere: a line that closes one block opens another', () => {
    const walk = new FenceWalk(fencesOf(text), at('a'))
    expect(['a', 'b', 'c', 'd'].map((letter) => walk.isInside(at(letter)))).toEqual([
      false,
      true,
      false,
      false,
    ])
  })

  it('skips what was taken out', () => {
    const walk = new FenceWalk(fencesOf(text), 0)
    expect(walk.isInside(at('a'))).toBe(true)
    walk.skipTo(at('b'))
    expect(walk.isInside(at('b'))).toBe(false)
    expect(walk.isInside(at('c'))).toBe(true)
    walk.skipTo(at('c') + 1)
    expect(walk.isInside(at('d'))).toBe(false)
  })

  it('forgets what was counted in another block', () => {
    const walk = new FenceWalk(fencesOf(text), 0)
    walk.isInside(at('a'))
    walk.depth = 3
    walk.isInside(at('c'))
    expect(walk.depth).toBe(0)
  })
})
