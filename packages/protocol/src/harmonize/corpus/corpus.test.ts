import { describe, expect, it } from 'vitest'
import { clean } from '../clean.js'
import type { Cleaned, CleanOptions } from '../cleaned.js'
import { PHRASES } from '../phrases.js'
import { TAGS } from '../tags.js'
import type { CleanCase } from './case.fixture.js'
import { CORPUS } from './corpus.fixture.js'
import { namesOf, SIGNALLING_NAMES } from './signalling-names.fixture.js'
import { standingTags } from './standing-tags.fixture.js'

const optionsOf = ({ agent, origin }: CleanCase): CleanOptions => ({
  ...(agent === undefined ? {} : { agent }),
  ...(origin === undefined ? {} : { origin }),
})

/** Long texts are compared, not printed. */
const shown = (text: string) => (text.length > 5000 ? `${text.slice(0, 200)}… (${text.length})` : text)

/** Parts stand in the text in their order; those for the model alone need not. */
function areInOrder({ text, parts }: Cleaned): boolean {
  let from = 0
  for (const part of parts) {
    if (part.kind === 'context') continue
    const at = text.indexOf(part.text, from)
    if (at < 0 || (part.kind === 'text' && part.text.trim() === '')) return false
    from = at + part.text.length
  }
  return true
}

describe('clean, case by case', () => {
  it.each(CORPUS.map((one) => [one.id, one] as const))('%s', (_id, one) => {
    const options = optionsOf(one)
    const got = clean(one.raw, options)
    expect(shown(got.text), 'reads').toBe(shown(one.reads))
    expect(got.text === one.reads, 'reads').toBe(true)
    expect(got.fallback).toBe(false)
    expect(clean(got.text, options).text === got.text, 'cleaned again').toBe(true)
    expect(standingTags(got.text, namesOf(one.agent)).length > 0, 'tags that stand').toBe(
      one.tagStays === true,
    )
    expect(got.text.trim() === '', 'blank').toBe(one.raw.trim() === '')
    expect(new Set(got.cleaned).size).toBe(got.cleaned.length)
    if (one.cleaned) expect(got.cleaned, 'cleaned').toEqual(one.cleaned)
    if (one.parts) expect(got.parts, 'parts').toMatchObject(one.parts)
    if (one.raw.trim() !== '') expect(areInOrder(got), 'parts in order').toBe(true)
  })
})

describe('the corpus', () => {
  it('is large, and every case is named once and says why', () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(150)
    expect(new Set(CORPUS.map((one) => one.id)).size).toBe(CORPUS.length)
    expect(CORPUS.filter((one) => one.why.trim() === '')).toEqual([])
  })

  it('has every tag agents signal with, taken out of a text of that agent', () => {
    const missing = Object.entries(SIGNALLING_NAMES).flatMap(([agent, names]) =>
      names
        .filter((name) => !CORPUS.some((one) => one.agent === agent && opens(one, name)))
        .map((name) => `${agent}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('uses every row of the registry', () => {
    const names = [...TAGS.map((row) => row.tag), ...PHRASES.map((row) => row.phrase)]
    const short = CORPUS.filter((one) => one.raw.length < 10_000).map((one) => one.raw.toLowerCase())
    const missing = names.filter(
      (name) => !short.some((raw) => raw.includes(name.replace('*', '').toLowerCase())),
    )
    expect(missing).toEqual([])
  })

  it('has honest text in many scripts that comes back unchanged', () => {
    const unchanged = CORPUS.filter((one) => one.raw === one.reads)
    expect(unchanged.length).toBeGreaterThanOrEqual(60)
    for (const script of ['Han', 'Hiragana', 'Hangul', 'Arabic', 'Hebrew', 'Thai', 'Devanagari'])
      expect(unchanged.some((one) => new RegExp(`\\p{Script=${script}}`, 'u').test(one.raw))).toBe(true)
  })
})

const opens = (one: CleanCase, name: string) =>
  new RegExp(`<${name}[\\s/>]`, 'i').test(one.raw) && one.raw !== one.reads
