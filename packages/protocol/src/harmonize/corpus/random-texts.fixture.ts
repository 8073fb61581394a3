import fc from 'fast-check'
import type { CleanOptions } from '../cleaned.js'
import { namesOf, SIGNALLING_NAMES } from './signalling-names.fixture.js'

const NAMES = namesOf(undefined)
export const HUMAN: CleanOptions = { agent: 'claude', origin: { kind: 'human' } }

export const AGENT = fc.constantFrom<CleanOptions>(
  {},
  ...Object.keys(SIGNALLING_NAMES).map((agent) => ({ agent })),
)
/** Also those a person is said to have sent. */
export const OPTIONS = fc.oneof(AGENT, fc.constant(HUMAN))

/** What people and programs write, in several scripts, with markup that signals nothing. */
export const PROSE = fc.constantFrom(
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

export const RED = '\u001b[31m'
export const PLAIN = '\u001b[0m'
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
export function block(names: readonly string[], depth = 2): fc.Arbitrary<string> {
  return opener(names).chain(({ name, text }) => {
    const others = names.filter((other) => other !== name)
    const inner =
      depth === 0
        ? CALM
        : fc.oneof({ weight: 3, arbitrary: CALM }, { weight: 1, arbitrary: block(others, depth - 1) })
    return fc
      .tuple(
        fc.array(inner, { maxLength: 3 }),
        // The last one quotes the very tag it stands in.
        fc.constantFrom('', '\n', `\n\`\`\`\n<${name}>\n\`\`\`\n`),
        fc.constantFrom(...CASES),
      )
      .map(([lines, edge, write]) => `${text}${edge}${lines.join('\n')}${edge.slice(0, 1)}</${write(name)}>`)
  })
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** A notification whose summary is one, and so on: each is escaped once more than the one around it. */
const RUSSIAN_DOLL = fc
  .tuple(nameOf(NAMES), fc.nat({ max: 6 }))
  .map(([name, depth]) =>
    Array.from({ length: depth }).reduce<string>(
      (inner) =>
        `<task-notification><task-id>d</task-id><summary>${escaped(inner)}</summary></task-notification>`,
      `<${name}>inmost</${name}>`,
    ),
  )

export const TASK = fc
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
  .map(([mark, name]) => `${mark}\n<${name}>quoted\n</${name}>\n${mark.replace('xml', '')}`)

/** The words of a person: each piece has a mark of its own, to be found again. */
const said = (index: number, text: string) =>
  text.includes('\n') ? `«${index}»\n${text}\n«/${index}»` : `${text} «${index}»`
export const marksOf = (text: string) => text.match(/«\/?\d+»/g) ?? []

export type Piece = { words: string } | { block: string }
export const words = fc
  .oneof({ weight: 4, arbitrary: PROSE }, { weight: 1, arbitrary: FENCE })
  .map((text) => ({ words: text }))
const signalled = fc.oneof(block(NAMES), TASK).map((text) => ({ block: text }))
const piecesOf = (blocks: fc.Arbitrary<Piece>) =>
  fc.array(fc.oneof<fc.Arbitrary<Piece>[]>(words, blocks), { minLength: 1, maxLength: 10 })

const write = (piece: Piece, index: number) => ('words' in piece ? said(index, piece.words) : piece.block)

/** What a person says between blocks that are all closed: the text, and each piece of what was said. */
export const DIALOGUE = fc.tuple(piecesOf(signalled), fc.constantFrom('\n', '\n\n')).map(([pieces, gap]) => ({
  raw: pieces.map(write).join(gap),
  // Behind a block an indent is no code any more.
  said: pieces.map(write).filter((text, index) => 'words' in (pieces[index] ?? {}) && !text.startsWith(' ')),
}))

/** The same with blocks that hide others behind escapes. */
export const DOCUMENT = fc
  .tuple(
    piecesOf(
      fc.oneof(
        signalled,
        RUSSIAN_DOLL.map((text) => ({ block: text })),
      ),
    ),
    fc.constantFrom('\n', '\n\n'),
  )
  .map(([pieces, gap]) => pieces.map(write).join(gap))

/** Anything that looks like a piece of a tag, thrown together. */
export const SOUP = fc
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
      RUSSIAN_DOLL,
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.join(''))
