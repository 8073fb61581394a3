import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_TEXT, PART_LENGTH, partsOf, splitText, withPiece } from './split-text.js'

const line = fc.oneof(
  fc.constantFrom('', '', '```ts', '```', '~~~~', '~~~', '    ```', 'a `b` c', '- item', '日本語 🚦'),
  fc.integer({ min: 1, max: 1500 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 3000 }).map((length) => '🚦'.repeat(length)),
)
const text = fc.array(line, { maxLength: 24 }).map((lines) => lines.join('\n'))

describe('a text in parts', () => {
  it('is one part while it is short', () => {
    expect(partsOf(splitText('# Hello\n\nworld'))).toEqual(['# Hello\n\nworld'])
    expect(partsOf(NO_TEXT)).toEqual([''])
  })

  it('is cut the same, in whatever pieces it came', () => {
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 12 }), (whole, lengths) => {
        let told = NO_TEXT
        let rest = whole
        for (const length of lengths) {
          told = withPiece(told, rest.slice(0, length))
          rest = rest.slice(length)
        }
        expect(withPiece(told, rest)).toEqual(splitText(whole))
      }),
      { numRuns: 60 },
    )
  })

  it('loses nothing, and no part is long', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const { done, tail } = splitText(whole)
        const parts = partsOf(splitText(whole))
        expect(tail.length).toBeLessThanOrEqual(PART_LENGTH)
        // A part that goes on with code has the line of its fence before it, and one after it.
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(PART_LENGTH * 2)
        const plain = whole.replaceAll(/[`~]/g, '')
        if (plain === whole) expect([...done, tail].join('')).toBe(whole)
        expect(parts.some((part) => /[\ud800-\udbff]$/.test(part))).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('is cut at a blank line where there is one', () => {
    const paragraph = `${'word '.repeat(300)}\n\n`
    const parts = partsOf(splitText(paragraph.repeat(10)))
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts.slice(0, -1)) expect(part.endsWith('\n\n')).toBe(true)
  })

  it('goes on with a block of code as a block of code', () => {
    const code = `Look:\n\n\`\`\`ts\n${'const a = 1\n'.repeat(1500)}\`\`\`\n\nThat is all.`
    const parts = partsOf(splitText(code))
    expect(parts.length).toBeGreaterThan(2)
    expect(parts[1]).toMatch(/^```ts\nconst a = 1\n/)
    expect(parts[1]?.trimEnd().endsWith('```')).toBe(true)
    expect(parts.at(-1)).toContain('That is all.')
  })

  it('does not take time for a long text in small pieces', () => {
    let told = NO_TEXT
    for (let piece = 0; piece < 20_000; piece++) told = withPiece(told, 'demo text that goes on and on,\n')
    expect(told.done.length).toBeGreaterThan(60)
  })
})
