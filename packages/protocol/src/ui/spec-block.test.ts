import { describe, expect, it } from 'vitest'
import { SpecBlock } from './spec-block.js'
import type { SpecPart } from './spec-part.js'
import { add, errorOf, LINES, SPEC } from './spec-stream.fixture.js'

function closed(lines: readonly string[]): SpecPart[] {
  const block = new SpecBlock('u')
  return [...lines.flatMap((line) => block.take(line)), ...block.close()]
}

const kinds = (parts: readonly SpecPart[]) => parts.map(({ kind }) => kind)
const root = [add('/root', 'a'), add('/elements/a', { type: 'Text' })]
const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

const REFUSED: [why: string, lines: string[], message: string][] = [
  ['prose in between', [...LINES, 'And then'], 'line 5 is not JSON: And then'],
  ['blank lines count', ['', '', '{'], 'line 3 is not JSON: {'],
  [
    'one operation over two lines',
    ['{"op":"add",', '"path":"/root","value":""}'],
    'line 1 is not JSON: {"op":"add",',
  ],
  [
    'a list of operations',
    [`[${LINES.join(',')}]`],
    'line 1 is not an operation: [{"op":"add","path":"/root"',
  ],
  ['no such op', ['{"op":"merge","path":""}'], 'line 1 is not an operation: op must be one of'],
  [
    'a bad pointer',
    ['{"op":"remove","path":"root"}'],
    'line 1 is not an operation: path is not a JSON pointer',
  ],
  [
    'no such path',
    ['{"op":"remove","path":"/x"}'],
    'line 1 does not apply: there is nothing at that path: {"op"',
  ],
  ['a failed test', ['{"op":"test","path":"/root","value":1}'], 'line 1 does not apply: the test failed'],
  ['a prototype', [add('/elements/__proto__', {})], 'line 1 names a member no spec may have in path'],
  ['control signs', ['\u001b[2J\u0007oops'], 'line 1 is not JSON: [2Joops'],
  ['a long line', [add('/state/x', 'x'.repeat(64 * 1024))], 'line 1 is longer than 64 KiB: {"op":"add"'],
  [
    'a long line in bytes',
    [add('/state/x', '日'.repeat(22_000))],
    'line 1 is longer than 64 KiB: {"op":"add"',
  ],
  ['a long blank line', [' '.repeat(64 * 1024 + 1)], 'line 1 is longer than 64 KiB: '],
  ['a deep value', [add('/state/x', nested(63))], 'line 1 nests deeper than 64 levels'],
  ['empty', [], 'the block is empty'],
  ['only blank lines', ['', ' \t'], 'the block is empty'],
  ['no root', [add('/elements/a', { type: 'Text' })], 'root names no element: (none)'],
  [
    'a child that is missing',
    [...root, add('/elements/a/children', ['b'])],
    'a child of a names no element: b',
  ],
]

describe('SpecBlock', () => {
  it('gives a patch for each line, then the spec', () => {
    const parts = closed(LINES)
    expect(kinds(parts)).toEqual(['patch', 'patch', 'patch', 'patch', 'complete'])
    expect(parts[0]).toEqual({
      kind: 'patch',
      uiId: 'u',
      patch: { op: 'add', path: '/root', value: 'card-1' },
    })
    expect(parts.at(-1)).toEqual({ kind: 'complete', uiId: 'u', spec: SPEC })
  })

  it.each([
    ['with `/elements` made first', [add('/elements', {}), add('/state', {}), ...LINES]],
    ['in one operation', [add('', SPEC)]],
    ['with replace', ['{"op":"replace","path":"/root","value":"card-1"}', ...LINES.slice(1)]],
    ['root last', [...LINES.slice(1), LINES[0] ?? '']],
    ['blank lines and carriage returns', LINES.flatMap((line) => [`  ${line}\r`, '\r', ' '])],
    [
      'on a prop an operation before made',
      [...LINES, add('/elements/m-1/props/x', 1), '{"op":"remove","path":"/elements/m-1/props/x"}'],
    ],
  ])('makes the same spec %s', (_how, lines) => {
    expect(closed(lines).at(-1)).toEqual({ kind: 'complete', uiId: 'u', spec: SPEC })
  })

  it.each(REFUSED)('refuses %s', (_why, lines, message) => {
    const parts = closed(lines)
    expect(errorOf(parts)).toContain(message)
    expect(parts.at(-1)?.kind).toBe('error')
  })

  it('is dead after an error: no more parts, no second error', () => {
    const block = new SpecBlock('u')
    expect(kinds(block.take('{'))).toEqual(['error'])
    expect([...LINES, 'x'].flatMap((line) => block.take(line))).toEqual([])
    expect([...block.close(), ...block.abandon()]).toEqual([])
  })

  it('says when it was not closed', () => {
    const block = new SpecBlock('u')
    block.take(LINES[0] ?? '')
    expect(block.abandon()).toEqual([{ kind: 'error', uiId: 'u', message: 'the block was not closed' }])
  })

  it('takes 10000 operations and not one more', () => {
    const lines = [...root, ...Array.from({ length: 9998 }, () => '{"op":"add","path":"/state/n","value":1}')]
    expect(closed(lines).at(-1)?.kind).toBe('complete')
    expect(errorOf(closed([...lines, lines[2] ?? '']))).toMatch(/^line 10001 is one operation too many/)
  })

  it('takes a megabyte of lines and no more', () => {
    const line = add('/state/x', 'é'.repeat(30_000))
    expect(errorOf(closed([...root, ...Array.from({ length: 20 }, () => line)]))).toMatch(
      /^line 20 makes the spec larger than 1 MiB/,
    )
  })

  it('does not let copies double it without end', () => {
    const copies = Array.from({ length: 60 }, (_, at) =>
      JSON.stringify({ op: 'copy', from: '/state', path: `/state/c${at}` }),
    )
    const parts = closed([...root, add('/state/x', 'x'.repeat(1000)), ...copies])
    expect(errorOf(parts)).toMatch(/^line 1\d makes the spec larger than 1 MiB/)
  })

  it('hands out patches that later operations do not change', () => {
    const parts = closed([...root, add('/elements/a/props', { n: 1 }), add('/elements/a/props/m', 2)])
    expect(parts[1]).toMatchObject({ patch: { value: { type: 'Text' } } })
    expect(parts[2]).toMatchObject({ patch: { value: { n: 1 } } })
    expect((parts[2] as { patch: { value: object } }).patch.value).toEqual({ n: 1 })
  })

  it('leaves the prototypes of this program alone', () => {
    for (const path of ['/__proto__/x', '/constructor/prototype/x', '/toString/x', '/state/constructor/x']) {
      expect(errorOf(closed([add(path, 1)]))).toBeDefined()
    }
    expect(Object.keys(Object.prototype)).toEqual([])
    expect('x' in Object.prototype.toString || 'x' in Object).toBe(false)
  })
})
