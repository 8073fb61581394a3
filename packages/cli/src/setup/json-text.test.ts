import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonTextError, memberOf, readJsonText, valueIn } from './json-text.js'

function parsed(text: string): unknown {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return 'no'
  }
}

function read(text: string): unknown {
  try {
    return { value: valueIn(readJsonText(text)) }
  } catch (error) {
    if (error instanceof JsonTextError) return 'no'
    throw error
  }
}

describe('readJsonText', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3), (text, indent) => {
        const laidOut = JSON.stringify(JSON.parse(text), null, indent)
        expect(read(laidOut)).toEqual(parsed(laidOut))
      }),
    )
  })

  it('refuses what JSON.parse refuses, wherever a text is cut or torn', () => {
    const source = '{"a": [1, -2.5e3, true, null, "x\\"\\u00e9"], "b": {"c": {}, "d": []}}'
    fc.assert(
      fc.property(
        fc.nat(source.length),
        fc.nat(source.length),
        fc.constantFrom('', ',', '"', '}', ']', '\\', '\n', '//'),
        (from, to, torn) => {
          const text = source.slice(0, Math.min(from, to)) + torn + source.slice(Math.max(from, to))
          expect(read(text)).toEqual(parsed(text))
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    '',
    ' ',
    '{',
    '[1,]',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '01',
    '"a\nb"',
    'nul',
    '{} {}',
    '// x\n{}',
    '\ufeff',
  ])('refuses %j', (text) => {
    expect(() => readJsonText(text)).toThrow(JsonTextError)
  })

  it('says where it stopped', () => {
    expect(() => readJsonText('{\n  "a": 1\n  "b": 2\n}')).toThrow('line 3, column 3')
  })

  it('knows the place of everything, also behind a byte order mark', () => {
    const text = '\ufeff{ "hooks" : {"Stop": [ 1 ]} }'
    const hooks = memberOf(readJsonText(text), 'hooks')
    expect(text.slice(hooks?.start, hooks?.end)).toBe('"hooks" : {"Stop": [ 1 ]}')
    const stop = memberOf(hooks?.value, 'Stop')
    expect(text.slice(stop?.value.start, stop?.value.end)).toBe('[ 1 ]')
  })

  it('takes the last of members with the same name, as agents do', () => {
    expect(memberOf(readJsonText('{"a":1,"a":2}'), 'a')?.value).toMatchObject({ value: 2 })
    expect(memberOf(readJsonText('[]'), 'a')).toBeUndefined()
  })

  it('takes comments where they are allowed', () => {
    const text = '// one, {\n{ /* two */ "a" /* , */ : 1, // three\n "b": "//" } /* end */'
    expect(valueIn(readJsonText(text, { comments: true }))).toEqual({ a: 1, b: '//' })
  })

  it('gives up on what is nested without end, and reads long texts', () => {
    expect(() => readJsonText('['.repeat(100_000))).toThrow(JsonTextError)
    expect(valueIn(readJsonText(JSON.stringify(['\\"x'.repeat(300_000)])))).toHaveLength(1)
  })
})
