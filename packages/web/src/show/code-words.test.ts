import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePieces } from './code-words.js'

const marked = (code: string, language?: string) =>
  codePieces(code, language)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind}: ${text}`)

describe('codePieces', () => {
  it.each([
    ['ts', "const a = 'x' // why", ['word: const', "string: 'x'", 'comment: // why']],
    ['TS', 'return "a\\"b"', ['word: return', 'string: "a\\"b"']],
    ['js', '/* a\nb */ `c\nd`', ['comment: /* a\nb */', 'string: `c\nd`']],
    ['py', 'def f(): # why', ['word: def', 'comment: # why']],
    ['sh', 'echo "$#" # why', ['string: "$#"', 'comment: # why']],
    ['sql', 'SELECT 1 -- why', ['word: SELECT', 'comment: -- why']],
    ['json', '{"a": true}', ['string: "a"', 'word: true']],
    ['html', '<!-- why --><a href="x">if</a>', ['comment: <!-- why -->', 'string: "x"']],
    ['ts', 'a.default = my_if', []],
    ['unknown', 'const a', []],
    [undefined, 'const a', []],
    ['constructor', 'const a', []],
  ])('%s: %s', (language, code, expected) => {
    expect(marked(code, language)).toEqual(expected)
  })

  it('loses nothing, whatever the code', () => {
    const unit = fc.constantFrom(
      '"',
      "'",
      '`',
      '\\',
      '/',
      '*',
      '//',
      '/*',
      '*/',
      '#',
      '--',
      '\n',
      'if',
      ' ',
      '<!--',
      '-',
    )
    fc.assert(
      fc.property(
        fc.string({ unit }),
        fc.constantFrom('ts', 'py', 'sql', 'html', 'json'),
        (code, language) => {
          expect(
            codePieces(code, language)
              .map(({ text }) => text)
              .join(''),
          ).toBe(code)
        },
      ),
    )
  })

  it('is done with the worst of code', () => {
    for (const piece of ['"', '/*', '<!--', "'\\", '`', '/', '*']) {
      for (const language of ['ts', 'html', 'sql']) {
        expect(codePieces(piece.repeat(25_000), language).length).toBeGreaterThan(0)
      }
    }
  })
})
