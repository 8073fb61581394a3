import { describe, expect, it } from 'vitest'
import { MAX_TEXT_BYTES, utf8Length } from '../../session/text.js'
import { Growing, type Growth, OUTPUT_TAIL } from './growing.js'
import type { HeardEvent } from './line.js'

const TEXT: Growth = { member: 'text', keeps: 'beginning', copies: 1 }
const OUTPUT: Growth = { member: 'data', keeps: 'end', copies: 1 }

const piece = (text: string, ts = 0, seq = 1, member: Growth['member'] = 'text'): HeardEvent => ({
  type: 'text_delta',
  sessionId: 's',
  seq,
  offset: 1,
  ts,
  data: JSON.stringify({ [member]: text }),
})
const grows = (growth: Growth, first: string, more: { copies?: number; beside?: number } = {}) =>
  new Growing(
    { id: 'i', growth: { ...growth, ...more }, content: (text) => ({ text }), beside: more.beside ?? 0 },
    piece(first, 0, 1, growth.member),
  )

describe('a text that grows', () => {
  it('is its pieces, whether somebody looks in between or not', () => {
    const [seen, unseen] = [grows(TEXT, 'a'), grows(TEXT, 'a')]
    let whole = 'a'
    for (let at = 0; at < 3000; at++) {
      seen.hear(piece(`${at} `))
      unseen.hear(piece(`${at} `))
      whole += `${at} `
      if (at % 7 === 0) expect(seen.text).toBe(whole)
    }
    expect(unseen.text).toBe(whole)
    expect(unseen.content).toEqual({ text: whole })
  })

  it('is held up to a megabyte', () => {
    const text = grows(TEXT, 'x')
    for (let at = 0; at < 20; at++) text.hear(piece('é'.repeat(64 * 1024)))
    expect(utf8Length(text.text)).toBeLessThanOrEqual(MAX_TEXT_BYTES)
    expect(utf8Length(text.text)).toBeGreaterThan(MAX_TEXT_BYTES - 4)
  })

  it('of a command is held from its end, no character cut in two', () => {
    const output = grows(OUTPUT, 'beginning')
    for (let at = 0; at < 5000; at++) output.hear(piece(`😀${at}\n`, 0, 1, 'data'))
    expect(output.text.length).toBeLessThanOrEqual(OUTPUT_TAIL)
    expect(output.text.length).toBeGreaterThanOrEqual(OUTPUT_TAIL - 1)
    expect(output.text.endsWith('😀4999\n')).toBe(true)
    expect(output.text).not.toMatch(/^[\udc00-\udfff]/)
  })

  it('knows what it began with and what came last', () => {
    const text = grows(TEXT, 'a')
    const last = piece('b', 5, 9)
    text.hear(last)
    expect([text.first.seq, text.last]).toEqual([1, last])
  })
})

describe('how often it is told', () => {
  it.each([
    ['a short text', grows(TEXT, 'short'), 50],
    ['a hundred thousand bytes', grows(TEXT, 'x'.repeat(100_000)), 101],
    ['as many in signs of three', grows(TEXT, '語'.repeat(33_333)), 101],
    ['what is told twice a line', grows(TEXT, 'x'.repeat(100_000), { copies: 2 }), 201],
    ['what has much beside it', grows(OUTPUT, 'x', { beside: 300_000 }), 301],
    ['output, of which the end is told', grows(OUTPUT, 'x'.repeat(1_000_000)), 50],
  ])('%s', (_what, growing, ms) => {
    expect([growing.isDue(ms - 2), growing.isDue(ms + 2)]).toEqual([false, true])
    growing.toldAt = 1000
    expect([growing.isDue(1000 + ms - 2), growing.isDue(1000 + ms + 2)]).toEqual([false, true])
  })
})
