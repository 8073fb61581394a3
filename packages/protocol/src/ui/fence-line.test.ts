import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FenceLine } from './fence-line.js'

function read(line: string): FenceLine {
  const reader = new FenceLine()
  for (let at = 0; at < line.length; at++) reader.take(line.charCodeAt(at))
  return reader
}

type Kind = 'spec' | 'code' | 'none'

const LINES: [line: string, kind: Kind, why: string][] = [
  ['```spec', 'spec', 'the plain form'],
  ['   ```spec', 'spec', 'three spaces before'],
  ['    ```spec', 'none', 'four are indented code'],
  ['\t```spec', 'none', 'so is a tab'],
  ['`````spec', 'spec', 'more backticks'],
  ['``spec', 'none', 'too few'],
  ['``` spec', 'spec', 'a space before the word'],
  ['```spec \t', 'spec', 'blanks after it'],
  ['```spec\r', 'spec', 'a line from Windows'],
  ['```Spec', 'code', 'another word'],
  ['```js', 'code', 'another word'],
  ['```spe', 'code', 'half of it'],
  ['```spectrum', 'code', 'it goes on'],
  ['```spec-foo', 'code', 'it goes on'],
  ['```spec v1', 'code', 'more than the word'],
  ['```s pec', 'code', 'in two'],
  ['```sp\rec', 'code', 'a lone carriage return inside'],
  ['```', 'code', 'no word'],
  ['```spec```', 'none', 'inline code'],
  ['``` a ` b', 'none', 'a backtick in the info string'],
  ['~~~spec', 'code', 'tildes make code, never a spec'],
  ['~~~ a ` b', 'code', 'with tildes a backtick does no harm'],
  ['``~```', 'none', 'mixed'],
  ['> ```spec', 'none', 'a quote'],
  ['- ```spec', 'none', 'a list'],
  ['\u00a0```spec', 'none', 'no ASCII space'],
  ['```ｓｐｅｃ', 'code', 'letters that only look like it'],
  ['', 'none', 'nothing'],
  ['   ', 'none', 'spaces'],
  [`${'`'.repeat(252)}spec`, 'spec', 'as long as an opening may be'],
  [`${'`'.repeat(253)}spec`, 'code', 'one longer'],
]

describe('FenceLine', () => {
  it.each(LINES)('%j is %s: %s', (line, kind) => {
    const reader = read(line)
    expect(reader.opensSpec).toBe(kind === 'spec')
    expect(reader.opens !== undefined).toBe(kind !== 'none')
  })

  it.each([
    ['```', 3, true],
    ['````', 3, true],
    ['``', 3, false],
    ['```', 4, false],
    ['   ```  \t\r', 3, true],
    ['    ```', 3, false],
    ['``` x', 3, false],
    ['```spec', 3, false],
    ['~~~', 3, false],
    ['` ``', 3, false],
  ])('%j closes %i backticks: %s', (line, run, closes) => {
    expect(read(line).closes({ sign: '`'.charCodeAt(0), run })).toBe(closes)
  })

  it('agrees with the same said in regular expressions', () => {
    const near = fc.string({ unit: fc.constantFrom(' ', '`', '`', '~', 's', 'p', 'e', 'c', '\t', '\r', 'é') })
    const line = fc.oneof(
      near,
      fc.tuple(fc.constantFrom('```', ' ````', '~~~', '```spec'), near).map(([a, b]) => a + b),
    )
    fc.assert(
      fc.property(line, (text) => {
        const reader = read(text)
        expect(reader.opensSpec).toBe(/^ {0,3}`{3,}[ \t\r]*spec[ \t\r]*$/.test(text))
        expect(reader.opens !== undefined).toBe(/^ {0,3}(?:`{3,}[^`]*|~{3,}.*)$/s.test(text))
        expect(reader.closes({ sign: 0x60, run: 4 })).toBe(/^ {0,3}`{4,}[ \t\r]*$/.test(text))
        expect(reader.mayOpenSpec).toBe(
          /^ {0,3}(?:`{0,2}|`{3,}[ \t\r]*(?:s|sp|spe|spec[ \t\r]*)?)$/.test(text),
        )
        if (reader.isPlain) expect(reader.opens).toBeUndefined()
      }),
      { numRuns: 1500 },
    )
  })
})
