import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fencesOf } from './fences.js'

/** The closed blocks from the start of a text on. */
function blocks(text: string): string[] {
  const fences = fencesOf(text)
  const found: string[] = []
  let from = 0
  for (let line = 0; line < fences.count; line++) {
    const end = fences.end(line)
    if (end === -1 || fences.start(line) < from) continue
    found.push(text.slice(fences.start(line), end))
    from = end
  }
  return found
}

describe('fencesOf', () => {
  it.each([
    ['```\na\n```', ['```\na\n```']],
    ['x\n```ts\na\n```\ny', ['```ts\na\n```']],
    ['   ~~~\na\n   ~~~', ['~~~\na\n   ~~~']],
    ['```\n~~~\n```', ['```\n~~~\n```']],
    ['````\n```\na\n````', ['````\n```\na\n````']],
    ['```\na\n`````', ['```\na\n`````']],
    ['```\na\n```  \nb', ['```\na\n```  ']],
    ['~~~ a`b\nx\n~~~', ['~~~ a`b\nx\n~~~']],
    ['```\na\n```\n```\nb\n```', ['```\na\n```', '```\nb\n```']],
    ['~~~\na\n~~~\n```\nb\n```', ['~~~\na\n~~~', '```\nb\n```']],
    ['```\n```', ['```\n```']],
    ['```\nopen\n~~~\na\n~~~', ['~~~\na\n~~~']],
  ])('reads %j', (text, expected) => {
    expect(blocks(text)).toEqual(expected)
  })

  it.each([
    [''],
    ['``\na\n``'],
    ['```\na'],
    ['    ```\na\n    ```'],
    ['x ```\na\nx ```'],
    ['```a```\nb'],
    ['````\na\n```'],
    ['```\na\n~~~'],
    ['```\na\n``` b'],
    ['\t```\na\n\t```'],
  ])('finds none in %j', (text) => {
    expect(blocks(text)).toEqual([])
  })

  it('agrees with looking for each end by itself', () => {
    const line = fc.constantFrom(
      '```',
      '````',
      '~~~',
      '~~~~~',
      '```x',
      '```a`',
      'words',
      '',
      '    ```',
      ' ~~~ ',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        expect(blocks(lines.join('\n'))).toEqual(slowBlocks(lines))
      }),
      { numRuns: 2000 },
    )
  })
})

function slowBlocks(lines: readonly string[]): string[] {
  const marksOf = (line = '') => /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
  const found: string[] = []
  for (let first = 0; first < lines.length; first++) {
    const [, marks = '', info = ''] = marksOf(lines[first]) ?? []
    if (marks === '' || (marks.startsWith('`') && info.includes('`'))) continue
    const last = lines.findIndex((line, at) => {
      const [, other = '', rest = ''] = marksOf(line) ?? []
      return at > first && other.startsWith(marks) && rest.trim() === ''
    })
    if (last === -1) continue
    found.push(
      lines
        .slice(first, last + 1)
        .join('\n')
        .trimStart(),
    )
    first = last
  }
  return found
}
