import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appended, layoutOf, replaced, spliced, without } from './json-edit.js'
import { type JsonObject, memberOf, readJsonText, valueIn } from './json-text.js'

function rootOf(text: string, comments = false): JsonObject {
  const root = readJsonText(text, { comments })
  if (root.kind !== 'object') throw new Error('an object is meant')
  return root
}

function withMember(text: string, isTall?: true): string {
  const root = rootOf(text)
  const value = { key: 'new', value: { a: [1], b: 'x' }, ...(isTall ? { isTall } : {}) }
  return spliced(text, [appended(text, root, [value], layoutOf(text, root))])
}

describe('appended', () => {
  it.each([
    ['{}', '{\n  "new": {"a": [1], "b": "x"}\n}'],
    ['{\n}\n', '{\n  "new": {"a": [1], "b": "x"}\n}\n'],
    ['{"k":1}', '{"k":1,"new":{"a":[1],"b":"x"}}'],
    ['{"k": 1}', '{"k": 1, "new": {"a": [1], "b": "x"}}'],
    ['{\n\t"k": 1\n}', '{\n\t"k": 1,\n\t"new": {"a": [1], "b": "x"}\n}'],
    ['{\r\n    "k": 1\r\n}', '{\r\n    "k": 1,\r\n    "new": {"a": [1], "b": "x"}\r\n}'],
    ['\ufeff{\n"k": 1\n}', '\ufeff{\n"k": 1,\n"new": {"a": [1], "b": "x"}\n}'],
  ])('goes on in the layout of %j', (before, after) => {
    expect(withMember(before)).toBe(after)
  })

  it('gives each member of a tall value its line, where there are lines', () => {
    expect(withMember('{\n\t"k": 1\n}', true)).toBe(
      '{\n\t"k": 1,\n\t"new": {\n\t\t"a": [1],\n\t\t"b": "x"\n\t}\n}',
    )
    expect(withMember('{"k":1}', true)).toBe('{"k":1,"new":{"a":[1],"b":"x"}}')
  })

  it('says what it should, in any text, and can be taken out again', () => {
    const texts = fc
      .tuple(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
        fc.constantFrom(0, 1, 2, 4, '\t'),
        fc.constantFrom('\n', '\r\n'),
      )
      .map(([value, indent, eol]) => JSON.stringify(value, null, indent).replaceAll('\n', eol))
    fc.assert(
      fc.property(texts, (text) => {
        const after = withMember(text, true)
        expect(JSON.parse(after)).toEqual({ ...JSON.parse(text), new: { a: [1], b: 'x' } })
        const root = rootOf(after)
        const gone = memberOf(root, 'new')
        expect(
          spliced(
            after,
            without(after, root, (index) => root.members[index] === gone),
          ),
        ).toBe(text === '{}' ? '{}' : text)
      }),
    )
  })
})

describe('without', () => {
  const remaining = (text: string, gone: readonly number[]) =>
    spliced(
      text,
      without(text, rootOf(text, true), (index) => gone.includes(index)),
    )

  it.each([
    [[0], '{\n  "b": 2,\n  "c": 3\n}'],
    [[1], '{\n  "a": 1,\n  "c": 3\n}'],
    [[2], '{\n  "a": 1,\n  "b": 2\n}'],
    [[0, 1], '{\n  "c": 3\n}'],
    [[1, 2], '{\n  "a": 1\n}'],
    [[0, 2], '{\n  "b": 2\n}'],
    [[0, 1, 2], '{}'],
    [[], '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}'],
  ])('takes out %j with their commas', (gone, after) => {
    expect(remaining('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', gone)).toBe(after)
  })

  it('leaves comments where they are, and commas in them', () => {
    const text = '{\n  "a": 1, // one, two\n  /* three, */ "b": 2 // four\n}'
    expect(remaining(text, [1])).toBe('{\n  "a": 1 // one, two\n  /* three, */ // four\n}')
    expect(remaining(text, [0])).toBe('{ // one, two\n  /* three, */ "b": 2 // four\n}')
    expect(remaining('{ "a": 1 /* x */ }', [0])).toBe('{ /* x */ }')
  })
})

describe('replaced', () => {
  it('puts a value in the place of another', () => {
    const text = '{\n  "a": {\n    "b": 1\n  },\n  "c": 2\n}'
    const root = rootOf(text)
    const [first] = root.members
    if (!first) throw new Error('it has members')
    const after = spliced(text, [replaced(first.value, [1, { x: 'y' }], layoutOf(text, root))])
    expect(after).toBe('{\n  "a": [1, {"x": "y"}],\n  "c": 2\n}')
    expect(valueIn(readJsonText(after))).toEqual({ a: [1, { x: 'y' }], c: 2 })
  })
})
