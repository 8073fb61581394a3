import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clean } from './clean.js'
import type { CleanOptions } from './cleaned.js'
import {
  AGENT,
  block,
  DIALOGUE,
  DOCUMENT,
  HUMAN,
  marksOf,
  OPTIONS,
  PLAIN,
  PROSE,
  RED,
  SOUP,
  TASK,
  words,
} from './corpus/random-texts.fixture.js'
import { namesOf } from './corpus/signalling-names.fixture.js'
import { standingTags } from './corpus/standing-tags.fixture.js'

const isBlank = (text: string) => text.trim() === ''
/** Control characters but tabs and line breaks. */
const CONTROL = /[^\P{Cc}\t\n]/u

/** What holds for every text whatsoever. */
function holds(raw: string, options: CleanOptions): string {
  const got = clean(raw, options)
  expect(got.fallback).toBe(false)
  expect(clean(got.text, options).text).toBe(got.text)
  if (!isBlank(raw)) expect(isBlank(got.text)).toBe(false)
  expect(CONTROL.test(got.text)).toBe(false)
  expect(got.text).not.toContain('\n\n\n')
  if (options.origin === undefined) {
    // What goes on for so long before its `>` is no tag.
    const tags = standingTags(got.text, namesOf(options.agent)).filter((tag) => tag.length <= 1000)
    expect(tags).toEqual([])
  }
  expect(new Set(got.cleaned).size).toBe(got.cleaned.length)
  for (const part of got.parts)
    if (part.kind === 'text' && !isBlank(raw)) expect(isBlank(part.text)).toBe(false)
  return got.text
}

describe('clean, whatever comes', () => {
  it('keeps every word of a person that stands outside of blocks', () => {
    fc.assert(
      fc.property(DIALOGUE, ({ raw, said }) => {
        const text = holds(raw, {})
        expect(marksOf(text)).toEqual(marksOf(raw))
        for (const piece of said) expect(text).toContain(piece)
      }),
      { numRuns: 400 },
    )
  })

  it('keeps them when blocks hide others behind escapes', () => {
    fc.assert(
      fc.property(DOCUMENT, (raw) => {
        expect(marksOf(holds(raw, {}))).toEqual(marksOf(raw))
      }),
      { numRuns: 300 },
    )
  })

  it('gives honest text back as it is', () => {
    const text = fc
      .array(words, { minLength: 1, maxLength: 8 })
      .map((all) => all.map((piece) => piece.words).join('\n'))
    fc.assert(
      fc.property(text, OPTIONS, (raw, options) => {
        expect(clean(`so:\n${raw}`, options)).toMatchObject({
          text: `so:\n${raw}`,
          cleaned: [],
          fallback: false,
        })
      }),
      { numRuns: 400 },
    )
  })

  it('leaves what a person pasted', () => {
    const pasted = fc.oneof(
      TASK,
      block(['teammate-message', 'agent-message', 'user-prompt-submit-hook', 'tick'], 0),
    )
    const text = fc
      .array(
        fc.oneof(
          pasted,
          PROSE.filter((line) => !line.startsWith(' ')),
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((all) =>
        all
          .join('\n')
          .replaceAll(RED, '')
          .replaceAll(PLAIN, '')
          .replace(/\n{3,}/g, '\n\n'),
      )
    fc.assert(
      fc.property(text, (raw) => {
        expect(clean(raw, HUMAN)).toMatchObject({ text: raw, cleaned: [] })
      }),
      { numRuns: 300 },
    )
  })

  it('holds when pieces of tags are thrown together', () => {
    fc.assert(
      fc.property(SOUP, OPTIONS, (raw, options) => void holds(raw, options)),
      { numRuns: 1000 },
    )
  })

  it('leaves the end of a tag that is quoted in words, also after an end that lost its beginning', () => {
    const raw = 'of a task</task-notification>\n<u8><task-notification>\na\n</task-notification>'
    expect(holds(raw, {})).toBe(raw)
  })

  it('leaves what a person quotes behind a command whose arguments are a fence', () => {
    const quoted = '```\n<signalbox-message>quoted\n</signalbox-message>\n```'
    const command =
      '<command-args>\n```\nls\n```\n</command-args>\n<command-message>be brief</command-message>'
    expect(holds(`${command}\n${quoted}`, {})).toBe(`be brief\n\`\`\`\nls\n\`\`\`\n${quoted}`)
  })

  it('reads no tag that is quoted in a fence on behind the end of the fence', () => {
    const raw =
      '```\n<signalbox-message a="\n```\n<signalbox-message>from <i class="a">a peer</i></signalbox-message>'
    expect(holds(raw, {})).toBe('```\n<signalbox-message a="\n```\nfrom <i class="a">a peer</i>')
  })

  it('takes quotes for quotes only behind the name of an attribute', () => {
    holds('<signalbox-message a="\n<signalbox-message a=""\n<signalbox-message a="\n> ', {})
  })

  it('holds when the text is cut anywhere', () => {
    fc.assert(
      fc.property(DOCUMENT, fc.nat(), fc.nat(), OPTIONS, (raw, a, b, options) => {
        const [from, to] = [a % (raw.length + 1), b % (raw.length + 1)].sort((x, y) => x - y)
        holds(raw.slice(from, to), options)
        holds(raw.slice(0, to), options)
      }),
      { numRuns: 250 },
    )
  })

  it('reads the same with escapes strewn in', () => {
    const strewn = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('\u001b[1;31m', '\u0000', '\u0007', '\u001b]0;t\u0007')),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(DOCUMENT, strewn, (raw, escapes) => {
        // The tags' own escapes must stay whole, so the text is freed of them first.
        const plain = raw.replaceAll(RED, '').replaceAll(PLAIN, '')
        let text = plain
        const places = escapes
          .map(([at, code]) => [at % (plain.length + 1), code] as const)
          .sort((x, y) => y[0] - x[0])
        for (const [at, code] of places) text = text.slice(0, at) + code + text.slice(at)
        expect(clean(text).text).toBe(clean(plain).text)
      }),
      { numRuns: 300 },
    )
  })

  it('reads the same with lines of Windows', () => {
    fc.assert(
      fc.property(DOCUMENT, AGENT, (raw, options) => {
        expect(clean(raw.replaceAll('\n', '\r\n'), options)).toEqual(clean(raw, options))
      }),
      { numRuns: 300 },
    )
  })

  it('takes any string at all', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })),
        OPTIONS,
        (raw, options) => void holds(raw, options),
      ),
      { numRuns: 500 },
    )
  })
})
