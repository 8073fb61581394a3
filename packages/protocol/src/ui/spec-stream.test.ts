import { describe, expect, it, vi } from 'vitest'
import { uiEvents } from '../registry/ui-events.js'
import { validate } from '../validate.js'
import { CATALOGUE_ID } from './catalogue.js'
import { SpecBlock } from './spec-block.js'
import { block, errorOf, LINES, partsOf, proseOf, SPEC } from './spec-stream.fixture.js'
import { type SpecPart, SpecStream } from './spec-stream.js'

const kinds = (parts: readonly SpecPart[]) => parts.map(({ kind }) => kind)
const whole = ['start', 'patch', 'patch', 'patch', 'patch', 'complete']

/** Texts with no spec block in them: they come out as they went in. */
const ORDINARY: [why: string, text: string][] = [
  ['prose', 'One.\nTwo.\n'],
  ['another language', `\`\`\`js\n${LINES[0]}\n\`\`\`\n`],
  ['a word that goes on', '```spectrum\nx\n```\n'],
  ['a word with a tail', '```spec-foo\nx\n```\n'],
  ['inline code', 'See ```spec``` and\n```spec```\n'],
  ['inside a line', 'so: ```spec\nx\n```\n'],
  ['indented code', '    ```spec\n    x\n    ```\n'],
  ['inside another block', `\`\`\`\`md\n${block()}\`\`\`\`\n`],
  ['inside another block of the same length', '```md\n```spec\nx\n'],
  ['inside tildes', `~~~\n${block()}~~~\n`],
  ['inside a block that never ends', `\`\`\`\n${LINES[0]}\n\`\`\`spec\n`],
  ['a quote', '> ```spec\n> x\n> ```\n'],
  ['an opening at the end', 'x\n```spec'],
  ['two backticks', '``spec\nx\n``\n'],
  ['nothing', ''],
  ['line ends', '\n\r\n\n'],
]

/** Spec blocks that are not quite: what is left of the text, and what is said of the block. */
const MALFORMED: [why: string, text: string, prose: string, error: string][] = [
  ['never closed', `a\n\`\`\`spec\n${LINES[0]}\nb\n`, 'a\n', 'line 2 is not JSON: b'],
  ['closed by nothing', `a\n\`\`\`spec\n${LINES[0]}\n`, 'a\n', 'the block was not closed'],
  ['cut inside a line', `a\n\`\`\`spec\n${LINES[0]?.slice(0, 9)}`, 'a\n', 'the block was not closed'],
  ['cut after the opening', 'a\n```spec\n', 'a\n', 'the block was not closed'],
  ['closed by too few', `\`\`\`\`spec\n${LINES[0]}\n\`\`\`\nb`, '', 'line 2 is not JSON: ```'],
  ['closed by tildes', '```spec\n~~~\n', '', 'line 1 is not JSON: ~~~'],
  ['closed with a word', '```spec\n```x\n```\nb', 'b', 'line 1 is not JSON: ```x'],
  ['closed too far in', '```spec\n    ```\n```\nb', 'b', 'line 1 is not JSON: ```'],
  ['opened twice', '```spec\n```spec\n```\nb', 'b', 'line 1 is not JSON: ```spec'],
  ['empty', '```spec\n```\nb', 'b', 'the block is empty'],
  ['dead until it closes', `\`\`\`spec\nx\n${LINES.join('\n')}\n\`\`\`\nb`, 'b', 'line 1 is not JSON: x'],
]

describe('SpecStream', () => {
  it('takes a block out of the text, and says what it was', () => {
    const parts = partsOf(`Before.\n${block()}After.\n`)
    expect(kinds(parts)).toEqual(['text', ...whole, 'text'])
    expect(parts[1]).toEqual({ kind: 'start', uiId: 'ui-1', catalogId: CATALOGUE_ID })
    expect(parts.at(-2)).toEqual({ kind: 'complete', uiId: 'ui-1', spec: SPEC })
    expect(proseOf(parts)).toBe('Before.\nAfter.\n')
  })

  it('gives what the registry asks of each event', () => {
    const names = { start: 'ui.spec_start', patch: 'ui.spec_delta', complete: 'ui.spec_complete' } as const
    for (const { kind, ...data } of partsOf(block())) {
      const { data: schema } = uiEvents.rows[names[kind as keyof typeof names]]
      expect(validate(schema, data)).toBeUndefined()
    }
  })

  it.each(ORDINARY)('leaves alone: %s', (_why, text) => {
    const expected = text === '' ? [] : [{ kind: 'text', text }]
    expect(partsOf(text)).toEqual(expected)
    expect(partsOf(...text)).toEqual(expected)
  })

  it.each(MALFORMED)('says what is wrong: %s', (_why, text, prose, error) => {
    for (const parts of [partsOf(text), partsOf(...text)]) {
      expect(proseOf(parts)).toBe(prose)
      expect(errorOf(parts)).toBe(error)
      expect(kinds(parts)).not.toContain('complete')
    }
  })

  it.each([
    ['carriage returns', block(LINES, '\r\n')],
    ['more backticks', block(LINES, '\n', '`````')],
    ['closed by more', block().replace(/```\n$/, '``````\n')],
    ['indented', block(LINES, '\n   ').replace(/^/, '  ').trimEnd()],
    ['no line end after it', block().trimEnd()],
    ['no line end but a carriage return', `${block().trimEnd()}\r`],
    ['after code that was closed', `\`\`\`js\nx\n\`\`\`\n${block()}`],
    ['after tildes that were closed', `~~~ \`\n\`\`\`\n~~~~\n${block()}`],
    ['after inline code', `\`\`\`a\`\`\`\n${block()}`],
  ])('finds a block: %s', (_how, text) => {
    for (const parts of [partsOf(text), partsOf(...text.split(''))]) {
      expect(kinds(parts).filter((kind) => kind !== 'text')).toEqual(whole)
      expect(parts.findLast(({ kind }) => kind === 'complete')).toMatchObject({ spec: SPEC })
    }
  })

  it('counts blocks apart, also one right after the other', () => {
    const parts = partsOf(`${block()}${block(['x'])}${block()}`)
    expect(kinds(parts)).toEqual([...whole, 'start', 'error', ...whole])
    expect(parts.filter(({ kind }) => kind === 'start')).toMatchObject([
      { uiId: 'ui-1' },
      { uiId: 'ui-2' },
      { uiId: 'ui-3' },
    ])
  })

  it('keeps the line end before a block, the one after goes with it', () => {
    expect(proseOf(partsOf(`a\n\n${block()}\nb`))).toBe('a\n\n\nb')
    expect(proseOf(partsOf(`a\r\n${block(LINES, '\r\n')}b`))).toBe('a\r\nb')
    expect(proseOf(partsOf(`${block()}b`))).toBe('b')
  })

  it('tells each part as soon as it is certain', () => {
    const stream = new SpecStream(() => 'u')
    expect(stream.push('Hello `')).toEqual([{ kind: 'text', text: 'Hello `' }])
    expect(stream.push('``spec\n  ')).toEqual([{ kind: 'text', text: '``spec\n' }])
    expect(stream.push('x')).toEqual([{ kind: 'text', text: '  x' }])
    expect(stream.push('\n```sp')).toEqual([{ kind: 'text', text: '\n' }])
    expect(stream.push('ec')).toEqual([])
    expect(kinds(stream.push('\n'))).toEqual(['start'])
    expect(kinds(stream.push(`${LINES[0]}`))).toEqual([])
    expect(kinds(stream.push(`\n${LINES[1]}\n${LINES[2]}\n\`\`\``))).toEqual(['patch', 'patch', 'patch'])
    expect(kinds(stream.push('\nb'))).toEqual(['complete', 'text'])
  })

  it('holds back a few spaces or backticks, not a page of them', () => {
    const stream = new SpecStream(() => 'u')
    expect(stream.push('`'.repeat(256))).toEqual([])
    expect(stream.push('`')).toEqual([{ kind: 'text', text: '`'.repeat(257) }])
    expect(stream.push('`'.repeat(5000))).toEqual([{ kind: 'text', text: '`'.repeat(5000) }])
  })

  it('begins anew after the end: nothing of a cut text is left', () => {
    const stream = new SpecStream(() => 'u')
    for (const cut of ['```js\n', 'in a line ', '```spec\n{', '  ', '```spec', `\`\`\`spec\nx\n`]) {
      stream.push(cut)
      stream.end()
      expect(kinds([...stream.push(block()), ...stream.end()])).toEqual(whole)
    }
    expect(stream.end()).toEqual([])
  })

  it('does not care how long a line is that nobody reads', () => {
    const long = 'x'.repeat(200_000)
    for (const text of [`\`\`\`spec\n${long}\n${long}\n\`\`\`\nb`, `${long}\nb`, `\`\`\`${long}\nb`]) {
      const halves = [text.slice(0, 70_000), text.slice(70_000)]
      expect(partsOf(...halves)).toEqual(partsOf(text))
    }
    const blank = `\`\`\`spec\n${' '.repeat(70_000)}{\n\`\`\`\n`
    expect(partsOf(blank.slice(0, 60_000), blank.slice(60_000))).toEqual(partsOf(blank))
    expect(errorOf(partsOf(blank))).toMatch(/^line 1 is longer than 64 KiB/)
  })

  it('keeps no more of a line than shows that it is too long', () => {
    const take = vi.spyOn(SpecBlock.prototype, 'take')
    partsOf('```spec\n', ...Array.from({ length: 20 }, () => 'x'.repeat(10_000)), '\n')
    expect(take.mock.calls.map(([line]) => line.length)).toEqual([64 * 1024 + 1])
  })
})
