import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { s } from '../schema.js'
import type { Chapter, Entry } from './chapter.js'
import { html, inline } from './html.js'
import { markdown } from './markdown.js'
import { fieldsOf, typeText } from './type-text.js'

const hostile: Entry = {
  anchor: 'event-x',
  name: 'a_b',
  facts: { kind: 'durable', turnId: '' },
  text: 'a | b <script>',
  fields: [{ name: 'x', optional: true, type: '"a" | "b"' }],
  example: { html: '</pre><script>' },
}
const chapter: Chapter = {
  id: 'one',
  title: 'One',
  blocks: [
    { kind: 'text', text: 'A `code` word.' },
    { kind: 'list', items: ['first', 'second'] },
    { kind: 'table', head: ['a', 'b'], rows: [['1', 'x|y']] },
    { kind: 'entries', what: 'event', entries: [hostile] },
  ],
  sections: [{ id: 'two', title: 'Two', blocks: [] }],
}

it('writes a chapter as Markdown', () => {
  expect(markdown([chapter])).toBe(
    [
      '## One\n\nA `code` word.\n\n- first\n- second\n',
      '| a | b |\n| --- | --- |\n| 1 | x\\|y |\n',
      '| event | kind | turnId | fields | says |\n| --- | --- | --- | --- | --- |',
      '| `a_b` | durable |  | `x?` | a \\| b <script> |\n\n### Two\n',
    ].join('\n'),
  )
})

it('names twins where there are any', () => {
  const twin = { ...hostile, also: { anchor: 'event-a.b', name: 'a.b' } }
  const blocks = [{ kind: 'entries', what: 'event', entries: [twin, hostile] } as const]
  const text = markdown([{ ...chapter, blocks, sections: [] }])
  expect(text).toContain('| event | dot name | kind |')
  expect(text).toContain('| `a_b` | `a.b` | durable |')
  expect(text).toContain('| `a_b` |  | durable |')
})

describe('as HTML', () => {
  it('keeps text text', () => {
    const page = html([chapter])
    expect(page).toContain('<p>A <code>code</code> word.</p>')
    expect(page).toContain('<section id="two">')
    expect(page).toContain('&lt;/pre&gt;&lt;script&gt;')
    expect(page).not.toContain('<script>')
    // An empty fact is not told.
    expect(page).not.toContain('<dt>turnId</dt>')
  })

  it('lets no text out of its place, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const tags = inline(text).match(/<[^>]*>?/g) ?? []
        expect(tags.filter((tag) => tag !== '<code>' && tag !== '</code>')).toEqual([])
      }),
    )
  })
})

describe('a type in a few words', () => {
  it.each([
    [s.string(), 'string'],
    [s.integer({ minimum: 1 }), 'integer'],
    [s.nullable(s.number()), 'number | null'],
    [s.array(s.string()), 'string[]'],
    [s.array(s.nullable(s.string())), '(string | null)[]'],
    [s.oneOf(['a', 'b']), '"a" | "b"'],
    [s.oneOf([...'abcdefghi']), '"a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | …'],
    [s.record(s.string()), 'object'],
    [s.object({ a: s.string(), b: s.optional(s.string()) }), '{ a, b? }'],
    [s.unknown(), 'any'],
    [s.literal('a'), '"a"'],
    [
      s.either(s.object({ type: s.literal('a') }), s.object({ type: s.literal('b'), c: s.string() })),
      '{ type: "a" | "b", … }',
    ],
    [{ ...s.object({ a: s.string() }), anyOf: [{ required: ['a'] }] }, '{ a }'],
  ])('%j', (schema, text) => {
    expect(typeText(schema)).toBe(text)
  })

  it('says which fields may be absent, and leaves out those that are everywhere', () => {
    const schema = s.object({ type: s.string(), a: s.optional(s.boolean()) })
    expect(fieldsOf(schema, ['type'])).toEqual([{ name: 'a', optional: true, type: 'boolean' }])
  })
})
