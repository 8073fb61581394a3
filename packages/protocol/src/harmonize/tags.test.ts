import { describe, expect, it } from 'vitest'
import { PHRASES } from './phrases.js'
import { isKnownAgent, KNOWN_AGENTS } from './tag-row.js'
import { TAGS } from './tags.js'

describe('the registry of tags', () => {
  it('has each tag once, in any case', () => {
    const names = TAGS.map(({ tag }) => tag.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  })

  it('says of every row whose it is and where it is known from', () => {
    for (const row of [...TAGS, ...PHRASES]) {
      expect(row.agents.length).toBeGreaterThan(0)
      expect(row.agents.every(isKnownAgent)).toBe(true)
      expect(row.source).not.toBe('')
      expect(row.about).toMatch(/\.$/)
    }
  })

  it('has names that can be read', () => {
    for (const { tag, children = [] } of TAGS) {
      expect(tag).toMatch(/^[a-z][\w-]{1,40}(?: [a-z]+)?\*?$/i)
      for (const child of children) expect(child).toMatch(/^[a-z][\w-]{1,40}$/i)
    }
  })

  it('drops only what is for the model, and shows everything else', () => {
    for (const { tag, action, kind } of TAGS) expect(kind === 'context', tag).toBe(action === 'drop')
  })

  it('never drops what people use in markup of their own', () => {
    const common = ['tools', 'skill', 'task', 'feedback', 'tick', 'channel', 'INSTRUCTIONS']
    for (const name of common) expect(TAGS.find(({ tag }) => tag === name)?.action, name).toBe('unwrap')
  })

  it('has rows for every agent it names', () => {
    for (const agent of KNOWN_AGENTS)
      expect(
        TAGS.some(({ agents }) => agents.includes(agent)),
        agent,
      ).toBe(true)
    expect(isKnownAgent('signalbox')).toBe(false)
  })
})

describe('the registry of phrases', () => {
  it('has each phrase once', () => {
    const phrases = PHRASES.map(({ phrase }) => phrase)
    expect(new Set(phrases).size).toBe(phrases.length)
  })

  it('puts a heading over a tag there is', () => {
    for (const { extent, over } of PHRASES) {
      expect(over !== undefined).toBe(extent === 'heading')
      if (over !== undefined) expect(TAGS.map(({ tag }) => tag)).toContain(over)
    }
  })

  it('knows how much goes of what goes', () => {
    for (const { action, extent } of PHRASES)
      expect(['line', 'paragraph', 'heading'].includes(extent)).toBe(action === 'drop')
  })
})
