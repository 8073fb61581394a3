import { describe, expect, it } from 'vitest'
import { resultsOf, withResults } from './document.mjs'
import { entryFixture } from './entry.fixture.mjs'

const MARKED =
  '# Before\n\n<!-- results: written by npm run bench -- --write-docs -->\nold\n<!-- end of results -->\n\nAfter\n'

describe('withResults', () => {
  const results = resultsOf(
    [entryFixture('good', { value: 8, baseline: 10 }), entryFixture('bad')],
    new Date('2026-11-15T12:00:00Z'),
  )
  const written = withResults(MARKED, results)

  it('replaces what is between the marks, and only that', () => {
    expect(written).toMatch(/^# Before\n\n<!-- results/)
    expect(written).toMatch(/<!-- end of results -->\n\nAfter\n$/)
    expect(written).not.toContain('old')
    expect(written).toMatch(/2026-11-15, .* Node [\d.]+: 1 of 2 goals kept\./)
    expect(written).toContain('| `good` |')
  })

  it('gives the same when written again', () => {
    expect(withResults(written, results)).toBe(written)
  })

  it('refuses a document without the marks', () => {
    expect(() => withResults('# Nothing here', results)).toThrow('no "<!-- results')
  })
})
