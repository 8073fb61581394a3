import { describe, expect, it } from 'vitest'
import type { AnswerItem, Item } from '../transcript/item.js'
import { PART_LENGTH, splitText } from '../transcript/split-text.js'
import { newSince, repeatsTime, rowOfItem, rowsOf } from './rows.js'

const answer = (seq: number, text: string, open = false): AnswerItem => ({
  kind: 'answer',
  key: String(seq),
  seq,
  seqs: [seq],
  ts: seq,
  turnId: 't',
  text: splitText(text),
  open,
})
const prompt = (seq: number): Item => ({
  kind: 'prompt',
  how: 'prompt',
  key: String(seq),
  seq,
  seqs: [seq],
  ts: seq,
  turnId: 't',
  text: 'Hello',
  via: 'ws',
})

describe('the rows of a conversation', () => {
  it('are one per item', () => {
    expect(rowsOf([prompt(1), answer(2, 'Hi')]).map(({ key, first }) => [key, first])).toEqual([
      ['1', true],
      ['2', true],
    ])
  })

  it('are several for a long answer, of which only the last grows', () => {
    const rows = rowsOf([answer(3, 'a line\n'.repeat(PART_LENGTH / 3), true)])
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.map(({ first }) => first)).toEqual([true, ...rows.slice(1).map(() => false)])
    expect(rows.map(({ growing }) => growing).lastIndexOf(false)).toBe(rows.length - 2)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })

  it('are the same rows while the answer is the same', () => {
    const item = answer(1, 'Hi')
    expect(rowsOf([item])[0]).toBe(rowsOf([item])[0])
  })

  it('leave out an answer of which nothing is seen', () => {
    expect(rowsOf([answer(1, ' \n')])).toEqual([])
  })

  it('are found by their item', () => {
    const items = [prompt(1), answer(2, ' '), prompt(3)]
    const rows = rowsOf(items)
    expect(rowOfItem(rows, items[2])).toBe(1)
    expect(rowOfItem(rows, items[1])).toBe(-1)
    expect(rowOfItem(rows, undefined)).toBe(-1)
  })
})

it('says a time once, and that of what a person says always', () => {
  const [one, two, three, four] = rowsOf([prompt(1000), answer(1500, 'a'), answer(2000, 'b'), prompt(2001)])
  if (!one || !two || !three || !four) throw new Error('four rows were to come')
  expect(repeatsTime(one, undefined)).toBe(false)
  expect([repeatsTime(two, one), repeatsTime(three, two), repeatsTime(four, three)]).toEqual([
    true,
    false,
    false,
  ])
})

it('counts what came since', () => {
  expect(newSince([prompt(1), prompt(5), prompt(9)], 4)).toBe(2)
  expect(newSince([prompt(1)], 1)).toBe(0)
})
