import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitMarkdown } from './markdown-blocks.js'

const kinds = (text: string) => splitMarkdown(text).blocks.map(({ kind }) => kind)
const sources = (text: string) =>
  splitMarkdown(text).blocks.map((block) =>
    block.kind === 'code' ? `[${block.language}] ${block.code}` : block.source,
  )

describe('splitMarkdown', () => {
  it.each([
    ['paragraphs', 'a\nb\n\n\nc', ['a\nb', 'c']],
    ['code', 'a\n```ts\nx\n\ny\n```\nb', ['a', '[ts] x\n\ny', 'b']],
    ['code of tildes, with backticks in it', '~~~\n```\n~~~', ['[] ```']],
    ['a longer fence', '````md\n```\n````', ['[md] ```']],
    ['an open fence is code already', 'a\n```sh\nnpm', ['a', '[sh] npm']],
    ['an indented fence', '  ```\n  a\n    b\n  ```', ['[] a\n  b']],
    ['a loose list stays one', '- a\n\n- b\n\n  more\n\nafter', ['- a\n\n- b\n\n  more', 'after']],
    [
      'a fence within an item',
      '1. a\n   ```\n   x\n\n   y\n   ```\n2. b',
      ['1. a\n   ```\n   x\n\n   y\n   ```\n2. b'],
    ],
    ['line ends of Windows', 'a\r\n\r\nb', ['a', 'b']],
    ['inline code is no fence', '```x``` y', ['```x``` y']],
    ['nothing', '', []],
  ])('%s', (_what, text, expected) => {
    expect(sources(text)).toEqual(expected)
  })

  it('knows the targets of links that stand elsewhere', () => {
    const { targets } = splitMarkdown(
      '[a]\n\n[A  b]: https://one.example\n[a b]: https://two.example\n```\n[c]: x\n```',
    )
    expect(targets).toEqual({ 'a b': 'https://one.example' })
  })

  it('shows as it stands what would take too long to read', () => {
    expect(kinds('> '.repeat(100))).toEqual(['plain'])
    expect(kinds('1. '.repeat(100))).toEqual(['plain'])
    expect(kinds('*a '.repeat(2000))).toEqual(['plain'])
    expect(kinds('a'.repeat(9000))).toEqual(['plain'])
    expect(kinds('a'.repeat(1_000_001))).toEqual(['plain', 'plain'])
    expect(kinds(Array.from({ length: 3000 }, (_, at) => `- item ${at}`).join('\n\n'))).not.toContain('plain')
  })

  it('keeps every part but the last while a text grows line by line', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '```',
      '\n```\n',
      '~~~\n',
      '> ',
      '  ',
      '|',
      '# ',
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), fc.array(unit, { maxLength: 5 }), (before, more) => {
        const first = splitMarkdown([...before, '\n'].join('')).blocks
        const then = splitMarkdown([...before, '\n', ...more].join('')).blocks
        expect(then.slice(0, Math.max(0, first.length - 1))).toEqual(first.slice(0, -1))
      }),
      { numRuns: 150 },
    )
  })

  it('loses no word', () => {
    const unit = fc.constantFrom('word', ' ', '\n', '\n\n', '- ', '```', '\n```js\n', '~~~')
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        const text = parts.join('')
        const count = (whole: string) => whole.split('word').length
        expect(count(sources(text).join('\n'))).toBeLessThanOrEqual(count(text))
        expect(count(sources(text.replaceAll('`', '').replaceAll('~', '')).join('\n'))).toBe(count(text))
      }),
    )
  })
})
