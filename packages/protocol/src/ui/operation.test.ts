import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOperation } from './operation.js'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const add = (value: string) => `{"op":"add","path":"/a","value":${value}}`

const REFUSED: [line: string, problem: string][] = [
  ['{"op":"add"', 'is not JSON'],
  ['// add', 'is not JSON'],
  ['{"op":"add","path":"/a","value":1} {}', 'is not JSON'],
  ['[]', 'is not an operation'],
  ['null', 'is not an operation'],
  ['"add"', 'is not an operation'],
  ['{}', 'op must be one of add, replace, test, remove, move, copy'],
  ['{"op":"toString","path":"/a"}', 'op must be one of'],
  ['{"op":"ADD","path":"/a","value":1}', 'op must be one of'],
  ['{"op":"remove"}', 'path must be a string'],
  ['{"op":"remove","path":["a"]}', 'path must be a string'],
  ['{"op":"remove","path":"a"}', 'path is not a JSON pointer'],
  ['{"op":"remove","path":"/a~2"}', 'path is not a JSON pointer'],
  ['{"op":"add","path":"/a"}', 'it has no value'],
  ['{"op":"test","path":"/a","valu":1}', 'it has no value'],
  ['{"op":"move","path":"/a"}', 'from must be a string'],
  ['{"op":"copy","path":"/a","from":"b"}', 'from is not a JSON pointer'],
  ['{"op":"add","path":"/__proto__/x","value":1}', 'no spec may have in path'],
  ['{"op":"add","path":"/\\u005f_proto__","value":1}', 'no spec may have in path'],
  ['{"op":"add","path":"/constructor/prototype/x","value":1}', 'no spec may have in path'],
  ['{"op":"copy","path":"/a","from":"/a/__proto__"}', 'no spec may have in from'],
  [add('{"a":[{"__proto__":{}}]}'), 'no spec may have in value'],
  [add('{"constructor":{"prototype":{}}}'), 'no spec may have in value'],
  [add('[1,-1e999]'), 'has a number that is too large'],
  [add(nested(65)), 'nests deeper than 64 levels'],
  [add(nested(30_000)), 'nests deeper than 64 levels'],
]

describe('readOperation', () => {
  it.each(REFUSED)('%.60s', (line, problem) => {
    expect(readOperation(line)).toContain(problem)
  })

  it('reads all six, and only the members they have', () => {
    const more = '"x":1,"value":null,"from":"/b"'
    const read = (op: string) => readOperation(`{"op":"${op}","path":"/a",${more}}`)
    for (const op of ['add', 'replace', 'test']) expect(read(op)).toEqual({ op, path: '/a', value: null })
    for (const op of ['move', 'copy']) expect(read(op)).toEqual({ op, path: '/a', from: '/b' })
    expect(read('remove')).toEqual({ op: 'remove', path: '/a' })
  })

  it.each(['/constructor', '/prototype', '/constructor/name', '/__proto', ''])('takes %j', (path) => {
    expect(readOperation(JSON.stringify({ op: 'remove', path }))).toEqual({ op: 'remove', path })
  })

  it('takes a value as deep as it may be', () => {
    expect(readOperation(add(nested(64)))).toMatchObject({ op: 'add' })
  })

  it('never throws', () => {
    const text = fc.string({
      unit: fc.constantFrom('{', '}', '"', 'op', 'path', ':', ',', 'add', '/', '~', '1'),
    })
    const value = fc.record({ op: fc.jsonValue(), path: fc.jsonValue(), value: fc.jsonValue() })
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          value.map((it) => JSON.stringify(it)),
        ),
        (line) => {
          expect(['string', 'object']).toContain(typeof readOperation(line))
        },
      ),
      { numRuns: 1000 },
    )
  })
})
