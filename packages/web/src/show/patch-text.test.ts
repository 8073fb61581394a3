import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPatchText, readPatchText } from './patch-text.js'

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

describe('isPatchText', () => {
  it.each([
    ['*** Begin Patch\n', true],
    ['\n  *** Begin Patch', true],
    ['echo "*** Begin Patch"', false],
    ['', false],
  ])('%j: %s', (text, expected) => {
    expect(isPatchText(text)).toBe(expected)
  })
})

describe('readPatchText', () => {
  it('reads what Codex gave its hook', () => {
    expect(
      readPatchText('*** Begin Patch\n*** Add File: hp1.txt\n+hello from mock patch\n*** End Patch\n'),
    ).toEqual([
      {
        path: 'hp1.txt',
        kind: 'added',
        hunks: [{ newStart: 1, lines: [{ sign: '+', text: 'hello from mock patch' }] }],
      },
    ])
  })

  it('keeps the places of an update apart, with the words they are found by', () => {
    const [file] = readPatchText(
      patch('*** Update File: a', '@@ class A', '@@ def b():', ' x', '-y', '@@', '+z'),
    )
    expect(file?.hunks.map(({ place, lines }) => [place, lines.length])).toEqual([
      ['class A', 0],
      ['def b():', 2],
      [undefined, 1],
    ])
  })

  it('keeps blank lines of context, but none at the end', () => {
    const [file] = readPatchText(patch('*** Update File: a', ' x', '', '-y', '', ''))
    expect(file?.hunks[0]?.lines.map(({ sign, text }) => sign + text)).toEqual([' x', ' ', '-y'])
  })

  it('has every line that is put in or taken out, in any order of files', () => {
    const line = fc.constantFrom('+a', '-b', ' c', '', '@@', '@@ x', 'odd')
    const file = fc.tuple(fc.constantFrom('Add', 'Update', 'Delete'), fc.array(line))
    fc.assert(
      fc.property(fc.array(file), (files) => {
        const text = patch(...files.flatMap(([verb, lines]) => [`*** ${verb} File: f`, ...lines]))
        const changes = readPatchText(text)
        expect(changes).toHaveLength(files.length)
        const signs = changes.flatMap(({ hunks }) =>
          hunks.flatMap(({ lines }) => lines.map(({ sign }) => sign)),
        )
        const written = files.flatMap(([, lines]) => lines)
        expect(signs.filter((sign) => sign === '+')).toHaveLength(written.filter((it) => it === '+a').length)
        expect(signs.filter((sign) => sign === '-')).toHaveLength(written.filter((it) => it === '-b').length)
      }),
    )
  })
})
