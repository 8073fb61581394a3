import { describe, expect, it } from 'vitest'
import { sharedSource, sourceOf, sourceText } from './source-text.js'

describe('a source as text', () => {
  it('is read back as it was, native names and all', () => {
    for (const source of [
      { agent: 'codex', via: 'notify' },
      { agent: 'codex', via: 'hook', nativeType: 'Stop', nativeId: 'turn "7"' },
    ]) {
      expect(sourceOf(sourceText(source))).toEqual(source)
    }
  })

  it('has its members in one order, however the source was put together', () => {
    const text = sourceText({ nativeId: '1', via: 'hook', agent: 'codex' })
    expect(text).toBe('{"agent":"codex","via":"hook","nativeId":"1"}')
  })

  it('gives one object for one text, and lets go of what was long ago', () => {
    const first = sourceOf('{"agent":"a","via":"b"}')
    expect(sourceOf('{"agent":"a","via":"b"}')).toBe(first)
    expect(sharedSource('a', 'b')).toBe(sharedSource('a', 'b'))
    for (let id = 0; id < 1000; id++) sourceOf(`{"agent":"a","via":"b","nativeId":"${id}"}`)
    expect(sourceOf('{"agent":"a","via":"b"}')).not.toBe(first)
  })
})
