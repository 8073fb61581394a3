import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readUnifiedDiff } from './unified-diff.js'

describe('readUnifiedDiff', () => {
  it('takes the name it is given before that of the diff', () => {
    const diff = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'
    expect(readUnifiedDiff(diff, '/p/x')[0]?.path).toBe('/p/x')
    expect(readUnifiedDiff(diff)[0]?.path).toBe('x')
  })

  it('reads hunks without a header', () => {
    expect(readUnifiedDiff('@@ -1 +1 @@\n-a\n+b', 'x')).toMatchObject([{ path: 'x', kind: 'changed' }])
  })

  it('is nothing for a text that is none', () => {
    expect(readUnifiedDiff('')).toEqual([])
    expect(readUnifiedDiff('just words\n+ and signs')).toEqual([])
  })

  it('reads back both sides of what others write', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', '--- c', '+++ d', '@@ -1 +1 @@', '\\ e', ' f', ''), {
      maxLength: 12,
    })
    const text = lines.map((all) => all.map((line) => `${line}\n`).join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [file] = readUnifiedDiff(
          createTwoFilesPatch('x', 'x', before, after, undefined, undefined, { context: 100 }),
        )
        const all = file?.hunks.flatMap(({ lines }) => lines) ?? []
        const side = (without: string) =>
          all
            .filter(({ sign }) => sign !== without)
            .map((it) => `${it.text}\n`)
            .join('')
        if (before !== after) expect([side('+'), side('-')]).toEqual([before, after])
      }),
    )
  })
})
