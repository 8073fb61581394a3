import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memberSource } from './member-source.js'

const CASES: [why: string, text: string, expected: string | undefined][] = [
  ['plain', '{"payload":{"a":1}}', '{"a":1}'],
  ['absent', '{"other":1}', undefined],
  ['empty object', ' { } ', undefined],
  ['only a deeper one has the key', '{"a":{"payload":1},"b":["payload"]}', undefined],
  ['the key as a value', '{"a":"payload","payload":2}', '2'],
  ['the last of two counts', '{"payload":1,"x":0,"payload":[2]}', '[2]'],
  ['a key written with an escape', '{"p\\u0061yload":true}', 'true'],
  ['a key that only ends like it', '{"\\"payload":1}', undefined],
  [
    'white space goes, in strings it stays',
    '{ "payload" : { "a b" : [ 1 , "c  d" ] } }',
    '{"a b":[1,"c  d"]}',
  ],
  ['all four kinds of it', '{\r\n\t"payload"\n:\t{\r\n"a"\r:\n1\t}\n}\r\n', '{"a":1}'],
  ['a scalar before white space', '{"payload": 12 ,"b":1}', '12'],
  ['brackets and quotes in strings', '{"a":"}]\\"","payload":"{[\\\\"}', '"{[\\\\"'],
  ['an integer beyond 2^53', '{"payload":{"id":12345678901234567890}}', '{"id":12345678901234567890}'],
  [
    'numbers doubles cannot hold',
    '{"payload":[1e400,-0,1.10,0.1000000000000000055]}',
    '[1e400,-0,1.10,0.1000000000000000055]',
  ],
  ['duplicate keys inside', '{"payload":{"a":1,"a":2}}', '{"a":1,"a":2}'],
  ['keys that would be sorted', '{"payload":{"2":1,"1":2}}', '{"2":1,"1":2}'],
]

/** JSON text with white space anywhere it may be, made from a value. */
function spaced(value: unknown, gaps: readonly string[]): string {
  let turn = 0
  const gap = () => gaps[turn++ % gaps.length] ?? ''
  const write = (part: unknown): string => {
    if (Array.isArray(part)) return `[${gap()}${part.map((item) => write(item) + gap()).join(`,${gap()}`)}]`
    if (typeof part !== 'object' || part === null) return JSON.stringify(part)
    const members = Object.entries(part).map(
      ([key, item]) => `${JSON.stringify(key)}${gap()}:${gap()}${write(item)}${gap()}`,
    )
    return `{${gap()}${members.join(`,${gap()}`)}}`
  }
  return gap() + write(value) + gap()
}

const gaps = fc.array(fc.constantFrom('', ' ', '\n', '\r\n', '\t', ' \n\t '), { minLength: 1, maxLength: 7 })

describe('memberSource', () => {
  it.each(CASES)('%s', (_why, text, expected) => {
    expect(memberSource(text, 'payload')).toBe(expected)
  })

  it('writes what JSON.stringify would write, for everything doubles can hold', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.jsonValue(),
        gaps,
        (others, payload, between) => {
          const text = spaced({ ...others, payload }, between)
          expect(memberSource(text, 'payload')).toBe(
            JSON.stringify((JSON.parse(text) as { payload: unknown }).payload),
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  it('finds any key, and stands for the same value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), gaps, (object, between) => {
        for (const key of Object.keys(object)) {
          const source = memberSource(spaced(object, between), key)
          expect(JSON.parse(source ?? '')).toEqual(JSON.parse(JSON.stringify(object[key])))
        }
      }),
    )
  })

  it('keeps integers of any length digit for digit', () => {
    fc.assert(
      fc.property(fc.bigInt(), gaps, (number, between) => {
        const text = spaced({ a: 1, payload: ['here'], b: 2 }, between).replace('"here"', String(number))
        expect(memberSource(text, 'payload')).toBe(`[${number}]`)
      }),
    )
  })

  it('comes to an end also on text that is no JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', ' ', 'a') }),
        (text) => {
          try {
            memberSource(text, 'a')
          } catch (error) {
            expect(error).toBeInstanceOf(SyntaxError)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['brackets', `{"payload":${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
    ['escaped quotes', `{"payload":"${'\\"'.repeat(500_000)}"}`],
    ['backslashes', `{"payload":"${'\\\\'.repeat(500_000)}"}`],
    ['escaped keys', `{${'"\\u0061":1,'.repeat(80_000)}"payload":2}`],
    ['white space', `{"payload":[${' '.repeat(900_000)}]}`],
  ])('is linear: a megabyte of %s', (_what, text) => {
    expect(JSON.parse(memberSource(text, 'payload') ?? '')).toBeDefined()
  })
})
