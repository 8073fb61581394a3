import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../event.js'
import { parsePointer } from './json-pointer.js'
import { type Operation, readOperation } from './operation.js'
import { PatchedDocument } from './patched-document.js'

function patched(start: Json, ...operations: Operation[]): Json | undefined | Error {
  const document = new PatchedDocument(start)
  for (const operation of operations) {
    const problem = document.apply(operation)
    if (problem !== undefined) return new Error(problem)
  }
  return document.value
}

/** The examples of RFC 6902, appendix A, and what its sections say about indices and pointers. */
const APPLIED: [why: string, start: Json, operations: Operation[], result: Json][] = [
  ['A.1', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
  ['A.2', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
  ['A.3', { a: 1, b: 2 }, [{ op: 'remove', path: '/b' }], { a: 1 }],
  ['A.4', { a: [1, 2, 3] }, [{ op: 'remove', path: '/a/1' }], { a: [1, 3] }],
  ['A.5', { a: 1, b: 2 }, [{ op: 'replace', path: '/a', value: 3 }], { a: 3, b: 2 }],
  ['A.6', { a: { x: 1 }, b: {} }, [{ op: 'move', from: '/a/x', path: '/b/y' }], { a: {}, b: { y: 1 } }],
  ['A.7', [1, 2, 3, 4], [{ op: 'move', from: '/1', path: '/3' }], [1, 3, 4, 2]],
  ['A.8', { a: [1, 'b'] }, [{ op: 'test', path: '/a/1', value: 'b' }], { a: [1, 'b'] }],
  ['A.10', {}, [{ op: 'add', path: '/a', value: { b: {} } }], { a: { b: {} } }],
  ['A.14', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
  ['A.16', [1], [{ op: 'add', path: '/-', value: [2] }], [1, [2]]],
  ['null is a value', { a: null }, [{ op: 'test', path: '/a', value: null }], { a: null }],
  ['at the end by index', [1], [{ op: 'add', path: '/1', value: 2 }], [1, 2]],
  [
    'copied into itself',
    { a: { b: 1 } },
    [{ op: 'copy', from: '/a', path: '/a/c' }],
    { a: { b: 1, c: { b: 1 } } },
  ],
  ['the whole', { a: 1 }, [{ op: 'replace', path: '', value: [1] }], [1]],
  ['a key of digits', { a: {} }, [{ op: 'add', path: '/a/01', value: 1 }], { a: { '01': 1 } }],
  ['an empty key', {}, [{ op: 'add', path: '/', value: 1 }], { '': 1 }],
  ['moved onto itself', { a: 1 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1 }],
  ['own members of any name', {}, [{ op: 'add', path: '/toString', value: 1 }], { toString: 1 } as never],
  [
    'order of members',
    { a: 1, b: [2] },
    [{ op: 'test', path: '', value: { b: [2], a: 1 } }],
    { a: 1, b: [2] },
  ],
]

const REFUSED: [why: string, start: Json, operation: Operation][] = [
  ['A.9 the test fails', { a: 'x' }, { op: 'test', path: '/a', value: 'y' }],
  ['A.12 no parent', { a: 1 }, { op: 'add', path: '/b/c', value: 1 }],
  ['A.15 a number is no string', { a: 10 }, { op: 'test', path: '/a', value: '10' }],
  ['a leading zero at the end', [1], { op: 'add', path: '/01', value: 1 }],
  ['an array is no object', { a: [] }, { op: 'test', path: '/a', value: {} }],
  ['one member more', { a: { b: 1 } }, { op: 'test', path: '/a', value: { b: 1, c: 1 } }],
  ['nothing to test', {}, { op: 'test', path: '/a', value: null }],
  ['nothing to replace', {}, { op: 'replace', path: '/a', value: 1 }],
  ['nothing to remove', [1], { op: 'remove', path: '/1' }],
  ['nothing to move', {}, { op: 'move', from: '/a', path: '/b' }],
  ['nothing to copy', {}, { op: 'copy', from: '/a', path: '/b' }],
  ['behind the end', [1], { op: 'add', path: '/2', value: 1 }],
  ['a leading zero', [1, 2], { op: 'add', path: '/01', value: 1 }],
  ['a sign', [1, 2], { op: 'add', path: '/+1', value: 1 }],
  ['an exponent', [1, 2], { op: 'add', path: '/1e0', value: 1 }],
  ['an empty name in an array', [], { op: 'add', path: '/', value: 9 }],
  ['a name in an array', [], { op: 'add', path: '/length', value: 9 }],
  ['the item after the last', [1], { op: 'remove', path: '/-' }],
  ['into a string', { a: 'x' }, { op: 'add', path: '/a/0', value: 1 }],
  ['into null', { a: null }, { op: 'add', path: '/a/b', value: 1 }],
  ['into itself', { a: { b: {} } }, { op: 'move', from: '/a', path: '/a/b/c' }],
  ['the whole into itself', {}, { op: 'move', from: '', path: '/a' }],
  ['inherited: into', {}, { op: 'add', path: '/toString/x', value: 1 }],
  ['inherited: replaced', {}, { op: 'replace', path: '/valueOf', value: 1 }],
  ['inherited: removed', {}, { op: 'remove', path: '/hasOwnProperty' }],
  ['inherited: copied', {}, { op: 'copy', from: '/constructor', path: '/a' }],
]

const pointer = fc
  .array(fc.constantFrom('a', 'b', '', '0', '1', '2', '-', '01', 'toString', '~0', '~1'), { maxLength: 4 })
  .map((tokens) => tokens.map((token) => `/${token}`).join(''))
const { value: small } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(1, 'x', null, true),
    fc.dictionary(fc.constantFrom('a', 'b', '', '0', '~', '/'), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})) as { value: fc.Arbitrary<Json> }
const operation = fc.record({
  op: fc.constantFrom('add', 'add', 'replace', 'remove', 'move', 'copy'),
  path: pointer,
  from: pointer,
  value: small,
})

const REFUSAL = Symbol('refusal')

function attempt<T>(work: () => T): T | typeof REFUSAL {
  try {
    return work()
  } catch {
    return REFUSAL
  }
}

/** The document an operation makes, as a new one; throws where it does not apply. */
function modelled(whole: Json | undefined, operation: Operation): Json | undefined {
  const tokens = parsePointer(operation.path) ?? []
  if (operation.op === 'remove') return edited(whole, tokens, 'remove', null)
  if (operation.op === 'add' || operation.op === 'replace')
    return edited(whole, tokens, operation.op, operation.value)
  if (operation.op === 'test') throw new Error('has a property of its own')
  const source = parsePointer(operation.from) ?? []
  const inside = source.length < tokens.length && source.every((token, at) => token === tokens[at])
  if (operation.op === 'move' && inside) throw new Error('into itself')
  let found: Json | undefined
  edited(whole, source, 'replace', null, (old) => {
    found = old
  })
  const rest = operation.op === 'move' ? edited(whole, source, 'remove', null) : whole
  return edited(rest, tokens, 'add', found as Json)
}

function edited(
  node: Json | undefined,
  tokens: readonly string[],
  how: 'add' | 'remove' | 'replace',
  value: Json,
  see: (old: Json | undefined) => void = () => {},
): Json | undefined {
  const [token, ...rest] = tokens
  if (token === undefined) {
    if (how !== 'add' && node === undefined) throw new Error('nothing there')
    see(node)
    return how === 'remove' ? undefined : value
  }
  if (typeof node !== 'object' || node === null) throw new Error('holds nothing')
  if (Array.isArray(node)) {
    const at = token === '-' ? node.length : [...node.keys(), node.length].map(String).indexOf(token)
    if (at < 0) throw new Error('no index')
    if (rest.length === 0 && how === 'add') return node.toSpliced(at, 0, value)
    const item = edited(node[at], rest, how, value, see)
    return item === undefined ? node.toSpliced(at, 1) : node.with(at, item)
  }
  const { [token]: old, ...others } = node
  const member = edited(Object.hasOwn(node, token) ? old : undefined, rest, how, value, see)
  return member === undefined ? others : { ...others, [token]: member }
}

/** Members in another order, all the way down. */
function reordered(value: Json, order: (keys: string[]) => string[]): Json {
  if (Array.isArray(value)) return value.map((item) => reordered(item, order))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    order(Object.keys(value)).map((key) => [key, reordered(value[key] as Json, order)]),
  )
}

const sorted = (value: Json) => JSON.stringify(reordered(value, (keys) => keys.sort()))
const reversed = (value: Json) => reordered(value, (keys) => keys.reverse())

describe('PatchedDocument', () => {
  it.each(APPLIED)('applies: %s', (_why, start, operations, result) => {
    expect(patched(start, ...operations)).toEqual(result)
  })

  it.each(REFUSED)('refuses: %s', (_why, start, operation) => {
    expect(patched(start, operation)).toBeInstanceOf(Error)
  })

  it('does what RFC 6902 says, said once more', () => {
    fc.assert(
      fc.property(small, fc.array(operation, { minLength: 1, maxLength: 6 }), (start, said) => {
        const document = new PatchedDocument(start)
        let expected: Json | undefined = start
        for (const it of said) {
          const read = readOperation(JSON.stringify(it)) as Operation
          const problem = document.apply(read)
          const next = attempt(() => modelled(expected, read))
          expect([it, problem !== undefined]).toEqual([it, next === REFUSAL])
          if (next === REFUSAL) return
          expected = next as Json | undefined
          expect(document.value).toEqual(expected)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('tests for the same JSON, whatever the order of members', () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        const problem = new PatchedDocument(a).apply({ op: 'test', path: '', value: b })
        expect(problem === undefined).toBe(sorted(a) === sorted(b))
        expect(patched(a, { op: 'test', path: '', value: reversed(a) })).toEqual(a)
      }),
    )
  })

  it('shares nothing with who gave it, and what is copied is two', () => {
    const start = { list: [1] }
    const value = { a: { b: 1 } }
    const document = new PatchedDocument(start)
    document.apply({ op: 'add', path: '/x', value })
    document.apply({ op: 'copy', from: '/x/a', path: '/y' })
    document.apply({ op: 'replace', path: '/x/a/b', value: 2 })
    document.apply({ op: 'add', path: '/list/-', value: 2 })
    expect([start, value]).toEqual([{ list: [1] }, { a: { b: 1 } }])
    expect(document.value).toEqual({ list: [1, 2], x: { a: { b: 2 } }, y: { b: 1 } })
  })

  it('can lose everything and get something again', () => {
    const document = new PatchedDocument({ a: 1 })
    expect(document.apply({ op: 'remove', path: '' })).toBeUndefined()
    expect(document.value).toBeUndefined()
    expect(document.apply({ op: 'add', path: '/a', value: 1 })).toContain('nothing at that path')
    expect(document.apply({ op: 'add', path: '', value: 7 })).toBeUndefined()
    expect(document.value).toBe(7)
  })

  it('counts what it carries, and lets nobody nest deeper by carrying', () => {
    const document = new PatchedDocument({ a: 'é' })
    document.apply({ op: 'copy', from: '/a', path: '/b' })
    expect(document.carriedBytes).toBe(4)
    document.apply({ op: 'move', from: '/a', path: '/c' })
    expect(document.carriedBytes).toBe(8)
    let problem: string | undefined
    let levels = 1
    document.apply({ op: 'add', path: '', value: {} })
    while (problem === undefined && levels < 100) {
      problem = document.apply({ op: 'copy', from: '', path: '/a' })
      if (problem === undefined) levels++
    }
    expect([levels, problem]).toEqual([64, 'nests deeper than 64 levels'])
  })

  it('refuses a place that is deeper than the limit, and one at the limit that would hold more', () => {
    const document = new PatchedDocument({})
    let path = ''
    for (let level = 2; level <= 64; level++) {
      path += '/a'
      expect(document.apply({ op: 'add', path, value: {} })).toBeUndefined()
    }
    expect(document.apply({ op: 'add', path: `${path}/a`, value: {} })).toContain('deeper')
    expect(document.apply({ op: 'replace', path: path, value: [[]] })).toContain('deeper')
    expect(document.apply({ op: 'add', path: `${path}/a`, value: 1 })).toBeUndefined()
    expect(document.apply({ op: 'add', path: `${path}/a/a/a/a`, value: {} })).toContain(
      'nothing at that path',
    )
  })
})
