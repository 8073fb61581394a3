import { SignalboxError } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ElementSplitter } from './element-splitter.js'
import { LineSplitter } from './line-splitter.js'
import type { Splitter } from './piece.js'

const MAX = 1024

/** What a splitter makes of a text that arrives in chunks of these sizes. */
function split(splitter: Splitter, text: string, sizes: readonly number[] = [1 << 20]): (string | null)[] {
  const bytes = Buffer.from(text)
  const pieces: (Buffer | null)[] = []
  let turn = 0
  for (let at = 0; at < bytes.length; ) {
    const size = sizes[turn++ % sizes.length] ?? 1
    pieces.push(...splitter.push(bytes.subarray(at, at + size)))
    at += size
  }
  pieces.push(...splitter.end())
  return pieces.map((piece) => (piece === null ? null : piece.toString()))
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 })
const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 4 })

describe('LineSplitter', () => {
  it.each([
    ['nothing', '', []],
    ['no newline at the end', 'a\nb', ['a', 'b']],
    ['blank lines are none', '\n \na\n\t\r\n\nb\n', ['a', 'b']],
    ['CRLF stays, JSON does not mind', 'a\r\nb\r\n', ['a\r', 'b\r']],
    ['a line over the limit is told as such', `a\n${'x'.repeat(MAX + 1)}\nb`, ['a', null, 'b']],
    ['also as the last one', 'x'.repeat(MAX + 1), [null]],
    ['at the limit it is kept', 'x'.repeat(MAX), ['x'.repeat(MAX)]],
  ])('%s', (_why, text, expected) => {
    expect(split(new LineSplitter(MAX), text)).toEqual(expected)
    expect(split(new LineSplitter(MAX), text, [1])).toEqual(expected)
  })

  it('gives back every record, however the body arrives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        sizes,
        fc.constantFrom('\n', '\r\n', '\n\n'),
        (values, chunks, newline) => {
          const records = values.map((value) => JSON.stringify(value))
          const read = split(new LineSplitter(1 << 20), records.join(newline), chunks)
          expect(read.map((line) => line?.trim())).toEqual(records.map((record) => record.trim()))
        },
      ),
    )
  })
})

describe('ElementSplitter', () => {
  it.each([
    ['an empty array', ' [ ] ', []],
    ['scalars', '[1, "a" ,null]', ['1', ' "a" ', 'null']],
    ['commas and brackets in strings', '["a,b]", "\\"]", {"c":"}"}]', ['"a,b]"', ' "\\"]"', ' {"c":"}"}']],
    ['nested ones', '[[1,[2]],{"a":[1,2]}]', ['[1,[2]]', '{"a":[1,2]}']],
    ['one over the limit', `[1,"${'x'.repeat(MAX)}",2]`, ['1', null, '2']],
    ['what only its reader can refuse', '[nonsense,{]]', ['nonsense', '{]']],
  ])('%s', (_why, text, expected) => {
    expect(split(new ElementSplitter(MAX), text)).toEqual(expected)
    expect(split(new ElementSplitter(MAX), text, [1])).toEqual(expected)
  })

  it.each([
    '',
    ' ',
    '{}',
    '1',
    '[',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[1,,2]',
    '[1]]',
    '[1] x',
    '["]',
    '[}]',
    '\ufeff[]',
  ])('refuses %j', (text) => {
    expect(() => split(new ElementSplitter(MAX), text)).toThrow(SignalboxError)
  })

  it('gives back every element, however the body arrives', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), sizes, space, (values, chunks, gap) => {
        const written = values.map((value) => `${gap}${JSON.stringify(value)}${gap}`)
        const text = `${gap}[${values.length === 0 ? gap : written.join(',')}]${gap}`
        expect(split(new ElementSplitter(1 << 20), text, chunks)).toEqual(written)
      }),
      { numRuns: 500 },
    )
  })

  it('comes to an end on any bytes, and refuses what JSON.parse refuses or leaves it to the elements', () => {
    const unit = fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ' ', '1', ':')
    fc.assert(
      fc.property(fc.string({ unit }), sizes, (text, chunks) => {
        let parts: (string | null)[]
        try {
          parts = split(new ElementSplitter(MAX), text, chunks)
        } catch (error) {
          expect(error).toBeInstanceOf(SignalboxError)
          expect(() => {
            if (!Array.isArray(JSON.parse(text))) throw new Error('no array')
          }).toThrow()
          return
        }
        const valid = parts.every((part) => isJson(part ?? ''))
        expect(isJson(text)).toBe(valid)
      }),
      { numRuns: 2000 },
    )
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
