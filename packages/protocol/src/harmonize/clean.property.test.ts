import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clean } from './clean.js'
import type { CleanOptions } from './cleaned.js'
import { namesOf, SIGNALLING_NAMES } from './corpus/signalling-names.fixture.js'
import { standingTags } from './corpus/standing-tags.fixture.js'

const NAMES = namesOf(undefined)
const HUMAN: CleanOptions = { agent: 'claude', origin: { kind: 'human' } }

const AGENT = fc.constantFrom<CleanOptions>({}, ...Object.keys(SIGNALLING_NAMES).map((agent) => ({ agent })))
/** Also those a person is said to have sent. */
const OPTIONS = fc.oneof(AGENT, fc.constant(HUMAN))

/** What people and programs write, in several scripts, with markup that signals nothing. */
const PROSE = fc.constantFrom(
  'Vec<u8> and List<String>',
  'git checkout <branch-name>',
  'the <system-reminder> tag, quoted',
  'ends with </system-reminder> I think',
  '`<task-notification>` in backticks',
  '> <tick> in a quote',
  '- <command-name> in a list',
  '    <bash-stdout>code</bash-stdout>',
  '<task-notification-service> is broken',
  '<div class="a">x</div>',
  'if a < b && c > d',
  'Kim <kim@example.com>',
  '<<<<<<< HEAD',
  'a &lt; b &amp;&amp; c',
  '修复这个错误。',
  'أصلح الخطأ <اسم>',
  'תקן את Vec<u8>',
  'แก้ไขให้หน่อย',
  '👩‍💻 done <3',
  'x <- y; cat <<EOF',
)

const RED = '\u001b[31m'
const PLAIN = '\u001b[0m'
const CALM = fc.constantFrom(
  'be brief',
  'Vec<u8>',
  'a &lt; b &amp;amp; c',
  '你好',
  '{"a":1}',
  `${RED}red${PLAIN}`,
  '',
)

/** Names that end at their own end, so that what stands behind them is a person's. */
const nameOf = (names: readonly string[]) => fc.constantFrom(...names)

const CASES: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
]
const ATTRIBUTES = fc.constantFrom('', ' a="b"', " from='x > y'", ' teammate_id=lead b', '\n  a="1"\n')

const opener = (names: readonly string[]) =>
  fc
    .tuple(nameOf(names), fc.constantFrom(...CASES), ATTRIBUTES)
    .map(([name, write, attributes]) => ({ name, text: `<${write(name)}${attributes}>` }))

/** A block with its end, holding calm text and blocks of other names. */
function block(names: readonly string[], depth = 2): fc.Arbitrary<string> {
  return opener(names).chain(({ name, text }) => {
    const others = names.filter((other) => other !== name)
    const inner =
      depth === 0
        ? CALM
        : fc.oneof({ weight: 3, arbitrary: CALM }, { weight: 1, arbitrary: block(others, depth - 1) })
    return fc
      .tuple(fc.array(inner, { maxLength: 3 }), fc.constantFrom('', '\n'), fc.constantFrom(...CASES))
      .map(([lines, edge, write]) => `${text}${edge}${lines.join('\n')}${edge}</${write(name)}>`)
  })
}

const TASK = fc
  .record({
    id: fc.option(fc.constantFrom('b1', 'm2'), { nil: undefined }),
    summary: fc.option(fc.constantFrom('Build done', '2&gt;&amp;1', '完成'), { nil: undefined }),
    event: fc.option(fc.constant('a\tb'), { nil: undefined }),
    result: fc.option(
      fc.constantFrom(
        'ok',
        '<summary>x</summary>',
        'a </result> b',
        'see\n<task-notification>\n</task-notification>\nabove',
      ),
      { nil: undefined },
    ),
  })
  .map(({ id, summary, event, result }) =>
    [
      '<task-notification>',
      id && `<task-id>${id}</task-id>`,
      summary && `<summary>${summary}</summary>`,
      event && `<event>${event}</event>`,
      result && `<result>${result}</result>`,
      '</task-notification>',
    ]
      .filter(Boolean)
      .join('\n'),
  )

/** A fence with tags in it that are quoted. */
const FENCE = fc
  .tuple(fc.constantFrom('```', '~~~~', '```xml'), nameOf(NAMES))
  .map(([mark, name]) => `${mark}\n<${name}>quoted\n${mark.replace('xml', '')}`)

/** The words of a person: each piece has a mark of its own, to be found again. */
const said = (index: number, text: string) =>
  text.includes('\n') ? `«${index}»\n${text}\n«/${index}»` : `${text} «${index}»`
const marksOf = (text: string) => text.match(/«\/?\d+»/g) ?? []

type Piece = { words: string } | { block: string }
const words = fc
  .oneof({ weight: 4, arbitrary: PROSE }, { weight: 1, arbitrary: FENCE })
  .map((text) => ({ words: text }))
const signalled = fc.oneof(block(NAMES), TASK).map((text) => ({ block: text }))
const DOCUMENT = fc
  .tuple(
    fc.array(fc.oneof<fc.Arbitrary<Piece>[]>(words, signalled), { minLength: 1, maxLength: 10 }),
    fc.constantFrom('\n', '\n\n'),
  )
  .map(([pieces, gap]) =>
    pieces.map((piece, index) => ('words' in piece ? said(index, piece.words) : piece.block)).join(gap),
  )

/** Anything that looks like a piece of a tag, thrown together. */
const SOUP = fc
  .array(
    fc.oneof(
      nameOf(NAMES).map((name) => `<${name}>`),
      nameOf(NAMES).map((name) => `</${name}>`),
      nameOf(NAMES).map((name) => `<${name}/>`),
      nameOf(NAMES).map((name) => `\n<${name} a="`),
      fc.constantFrom(
        '<task-id>',
        '</task-id>',
        '<summary>',
        '</summary>',
        '<result>',
        '</result>',
        '<event>',
      ),
      fc.constantFrom('<', '>', '</', '/>', '"', "'", '&lt;', '&gt;', '&amp;', '\\', '<!--', ']]>'),
      fc.constantFrom('\n', '\r\n', '\r', '\n\n\n', ' ', '\t', '    ', '\u0085'),
      fc.constantFrom('\n```\n', '\n~~~\n', '```', '\n> ', '\n- '),
      fc.constantFrom(
        '\u001b[31m',
        '\u001b]0;',
        '\u0007',
        '\u001b\\',
        '\u001bP',
        '\u009b',
        '\u0000',
        '\u001b',
      ),
      fc.constantFrom(
        'Caveat: The messages below were generated',
        'Stop hook feedback:',
        '<<autonomous-loop-dynamic>>',
      ),
      fc.constantFrom(
        '# AGENTS.md instructions for x\n',
        'Another Claude session sent a message:\n',
        '[Request interrupted by user]',
      ),
      PROSE,
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.join(''))

const isBlank = (text: string) => text.trim() === ''
const isControl = (letter: string) => /\p{Cc}/u.test(letter) && letter !== '\t' && letter !== '\n'

/** What holds for every text whatsoever. */
function holds(raw: string, options: CleanOptions): string {
  const got = clean(raw, options)
  expect(got.fallback).toBe(false)
  expect(clean(got.text, options).text).toBe(got.text)
  expect(isBlank(got.text)).toBe(isBlank(raw))
  expect([...got.text].some(isControl)).toBe(false)
  expect(got.text).not.toContain('\n\n\n')
  if (options.origin === undefined) expect(standingTags(got.text, namesOf(options.agent))).toEqual([])
  expect(new Set(got.cleaned).size).toBe(got.cleaned.length)
  for (const part of got.parts) if (part.kind === 'text') expect(isBlank(part.text)).toBe(isBlank(raw))
  return got.text
}

describe('clean, whatever comes', () => {
  it('keeps every word of a person that stands outside of blocks', () => {
    fc.assert(
      fc.property(DOCUMENT, (raw) => {
        expect(marksOf(holds(raw, {}))).toEqual(marksOf(raw))
      }),
      { numRuns: 400 },
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
      { numRuns: 1500 },
    )
  })

  it('holds when the text is cut anywhere', () => {
    fc.assert(
      fc.property(DOCUMENT, fc.nat(), fc.nat(), OPTIONS, (raw, a, b, options) => {
        const [from, to] = [a % (raw.length + 1), b % (raw.length + 1)].sort((x, y) => x - y)
        holds(raw.slice(from, to), options)
        holds(raw.slice(0, to), options)
      }),
      { numRuns: 400 },
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
