import fc from 'fast-check'
import { stringify } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { tomlKey, tomlPath, tomlStatements, tomlString, tomlValues } from './toml-text.js'

const ODD = `\ufeff# first
  title = "a # b [c]" # comment
'quoted' = '''
[not.a.header]
it's = "text"
'''
multi = """
a \\""" b
notify = ["no"]
""""
notify = [ # who
  "a]", 'b',
  { x = "}" }
]

[table."with.dots]"] # t
x = 1
[[list]]
y.z = { a = [1, 2] }
# last`

describe('tomlStatements', () => {
  it('finds what says something, whatever it holds', () => {
    expect(tomlStatements(ODD).map(({ kind, name }) => [kind, name])).toEqual([
      ['pair', 'title'],
      ['pair', "'quoted'"],
      ['pair', 'multi'],
      ['pair', 'notify'],
      ['header', 'table."with.dots]"'],
      ['pair', 'x'],
      ['header', 'list'],
      ['pair', 'y.z'],
    ])
    const notify = tomlStatements(ODD).find(({ name }) => name === 'notify')
    expect(ODD.slice(notify?.start, notify?.end)).toBe('notify = [ # who\n  "a]", \'b\',\n  { x = "}" }\n]\n')
  })

  it.each(['', '\n\n', '# only\r\n', '   ', '#', '\ufeff'])('finds nothing in %j', (text) => {
    expect(tomlStatements(text)).toEqual([])
  })

  it('goes through a whole text in order, leaving out nothing', () => {
    const values = fc.dictionary(
      fc.string({ minLength: 1 }),
      fc.oneof(
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.array(fc.string()),
        fc.dictionary(fc.string(), fc.string()),
      ),
    )
    fc.assert(
      fc.property(values, fc.constantFrom('\n', '\r\n'), (value, eol) => {
        const text = stringify(value).replaceAll('\n', eol)
        const statements = tomlStatements(text)
        const said = statements.map(({ start, end }) => text.slice(start, end)).join('')
        expect(tomlValues(said)).toEqual(tomlValues(text))
        expect(said.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      }),
    )
  })
})

describe('names and strings', () => {
  it('reads the path of a header and the name of a pair', () => {
    expect(tomlPath('hooks.state."/a b/c.toml:stop:0:0"')).toEqual(['hooks', 'state', '/a b/c.toml:stop:0:0'])
    expect(tomlPath(" a . 'b.c' ")).toEqual(['a', 'b.c'])
    expect(tomlKey('"notify"')).toBe('notify')
    expect(tomlKey('a.notify')).toBeUndefined()
  })

  it('writes a string that is read as it was', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 0xd7ff })).map((codes) => String.fromCharCode(...codes)),
        (text) => {
          expect(tomlValues(`x = ${tomlString(text)}`).x).toBe(text)
        },
      ),
    )
  })
})
