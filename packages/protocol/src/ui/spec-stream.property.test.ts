import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { FenceLine } from './fence-line.js'
import { add, block, joined, LINES, partsOf, proseOf } from './spec-stream.fixture.js'
import { type SpecPart, SpecStream } from './spec-stream.js'

const SCRIPTS = [
  'Hello, world. ',
  'Größe ',
  'здравствуй ',
  '注文は四十八件',
  'مرحبا',
  'हिन्दी',
  '👩‍👩‍👧 😀',
  'e\u0301',
]
const BITS = [
  ' ',
  '   ',
  '    ',
  '\t',
  '`',
  '``',
  '```',
  '````',
  '~~~',
  'spec',
  'js',
  '\r',
  '> ',
  '{',
  ...SCRIPTS,
]
const line = fc.array(fc.constantFrom(...BITS), { maxLength: 5 }).map((bits) => bits.join(''))
const fences = fc.constantFrom(
  '```spec',
  '```',
  '````spec',
  '````',
  '~~~',
  '```js',
  ' ```spec',
  '```spectrum',
)
const ends = fc.constantFrom('\n', '\n', '\r\n')
const operation = fc.constantFrom(
  ...LINES,
  '{"op":"remove","path":"/root"}',
  '{"op":',
  '',
  add('/__proto__/x', 1),
)
const someLine = fc.tuple(fc.oneof(line, fences, fences, operation), ends).map((pair) => pair.join(''))
const goodBlock = ends.map((end) => block(LINES, end))
/** A good block with something cut out, put in, or swapped. */
const mutatedBlock = fc
  .tuple(fc.nat(400), fc.nat(30), fc.oneof(line, fences, fc.constant('')), goodBlock)
  .map(([at, cut, put, text]) => text.slice(0, at) + put + text.slice(at + cut))
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: someLine }, goodBlock, mutatedBlock), { maxLength: 12 })
  .map((lines) => lines.join(''))
const cuts = fc.array(fc.nat(3000), { maxLength: 12 })

function chunksOf(whole: string, at: readonly number[]): string[] {
  const places = [0, ...at.filter((place) => place < whole.length).sort((a, b) => a - b), whole.length]
  return places.slice(1).map((place, index) => whole.slice(places[index], place))
}

/** Which lines are prose, said once more: all lines at hand, with regular expressions. */
function expectedProse(whole: string): { prose: string; blocks: number } {
  let prose = ''
  let blocks = 0
  let open: { sign: string; run: number; spec: boolean } | undefined
  for (const piece of whole.split(/(?<=\n)/)) {
    const content = piece.replace(/\n$/, '')
    const closing = /^ {0,3}(`{3,}|~{3,})[ \t\r]*$/.exec(content)?.[1]
    const opening = /^ {0,3}(?:(`{3,})([^`]*)|(~{3,}).*)$/s.exec(content)
    if (open) {
      if (!open.spec) prose += piece
      if (closing?.startsWith(open.sign) && closing.length >= open.run) open = undefined
      continue
    }
    const marks = opening?.[1] ?? opening?.[3] ?? ''
    const spec = /^[ \t\r]*spec[ \t\r]*$/.test(opening?.[2] ?? '') && piece.endsWith('\n')
    if (opening) open = { sign: marks[0] ?? '', run: marks.length, spec }
    if (spec) blocks++
    else prose += piece
  }
  return { prose, blocks }
}

describe('SpecStream, for any text', () => {
  it('gives the same parts wherever the chunks were cut', () => {
    fc.assert(
      fc.property(text, cuts, (whole, at) => {
        const expected = partsOf(whole)
        expect(partsOf(...chunksOf(whole, at))).toEqual(expected)
        expect(partsOf(...whole.split(''))).toEqual(expected)
      }),
      { numRuns: 600 },
    )
  })

  it('neither loses nor repeats prose, and each block has one beginning and one end', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const parts = partsOf(whole)
        const { prose, blocks } = expectedProse(whole)
        expect(proseOf(parts)).toBe(prose)
        expect(parts.filter(({ kind }) => kind === 'start')).toHaveLength(blocks)
        expect(story(parts)).toMatch(/^t?(?:sp*[ce]t?)*$/)
      }),
      { numRuns: 1000 },
    )
  })

  it('holds back nothing but what could open a block', () => {
    fc.assert(
      fc.property(text, fc.nat(3000), (whole, at) => {
        const stream = new SpecStream(() => 'u')
        const begun = whole.slice(0, at)
        const told = stream.push(begun)
        const held = proseOf(stream.end())
        expect(held).toMatch(/^ {0,3}(?:`{0,2}|`{3,}[ \t\r]*(?:s|sp|spe|spec[ \t\r]*)?)$/)
        expect(proseOf(told) + held).toBe(expectedProse(begun).prose)
      }),
      { numRuns: 600 },
    )
  })

  it('tells a text as it told the one before', () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        const stream = new SpecStream(() => 'ui-1')
        stream.push(first)
        stream.end()
        const again = joined([...stream.push(second), ...stream.end()])
        const anew = new SpecStream(() => 'ui-1')
        expect(again).toEqual(joined([...anew.push(second), ...anew.end()]))
      }),
      { numRuns: 200 },
    )
  })
})

/** The parts as a word: a letter each. */
function story(parts: readonly SpecPart[]): string {
  return parts.map(({ kind }) => kind[0]).join('')
}

/** How many units are looked at: by the fences, and by everything that reads or writes JSON. */
function lookedAt(whole: string, size: number): number {
  let units = 0
  const take = vi.spyOn(FenceLine.prototype, 'take')
  const { parse, stringify } = JSON
  vi.spyOn(JSON, 'parse').mockImplementation((source, reviver) => {
    units += source.length
    return parse(source, reviver)
  })
  vi.spyOn(JSON, 'stringify').mockImplementation((value) => {
    const written = stringify(value)
    units += written.length
    return written
  })
  const stream = new SpecStream(() => 'u')
  for (let at = 0; at < whole.length; at += size) stream.push(whole.slice(at, at + size))
  stream.end()
  units += take.mock.calls.length
  vi.restoreAllMocks()
  return units
}

const UNIT = 1024 * 1024
const filled = (bit: string, size: number) => bit.repeat(Math.ceil(size / bit.length))

describe('SpecStream, however long', () => {
  it.each([
    ['prose', 'Some prose goes here, line after line.\n'],
    ['one line', 'x'],
    ['one line of backticks', '`'],
    ['backticks that almost open', '```spe\n```\n'],
    ['spaces that almost open', '   \n'],
    ['an info string without end', '```spec x'],
    ['blocks', block()],
    ['dead blocks', block(['x', ...LINES])],
    ['blocks that never close', '```spec\n{"op":"test","path":"/root","value":""}\n'],
  ])('looks at twice as much for twice the text: %s', (_what, bit) => {
    for (const size of [17, UNIT]) {
      const one = lookedAt(filled(bit, UNIT / 16), size)
      const two = lookedAt(filled(bit, UNIT / 8), size)
      expect(two).toBeLessThanOrEqual(2.2 * one + 1000)
      expect(two).toBeLessThanOrEqual(8 * (UNIT / 8))
    }
  })

  it('takes two megabytes', () => {
    const parts = partsOf(filled(`Text.\n${block()}`, 2 * UNIT))
    expect(parts.filter(({ kind }) => kind === 'error')).toEqual([])
    expect(parts.filter(({ kind }) => kind === 'complete').length).toBeGreaterThan(4000)
  })

  it('looks at no more than a few megabytes for the costliest block', () => {
    const carry = (op: string) =>
      Array.from({ length: 9000 }, (_, at) =>
        JSON.stringify({ op, from: `/state/${at % 2 ? 'b' : 'a'}`, path: `/state/${at % 2 ? 'a' : 'b'}` }),
      )
    const big = add('/state/a', 'x'.repeat(60_000))
    for (const op of ['copy', 'move'])
      expect(lookedAt(block([big, ...carry(op)]), UNIT)).toBeLessThan(6 * UNIT)
  })
})
