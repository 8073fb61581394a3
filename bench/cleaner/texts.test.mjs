import { clean } from '@signalbox/protocol/clean'
import { describe, expect, it } from 'vitest'
import { HOSTILE, PLAIN, TAGGED, TANGLED } from './texts.mjs'

const LENGTH = 20_000

describe.each(Object.entries({ PLAIN, TAGGED, HOSTILE, TANGLED }))('each of the texts %s', (_kind, texts) => {
  it.each(Object.entries(texts))('is as long as it is asked to be: %s', (_name, make) => {
    for (const length of [1000, LENGTH, LENGTH + 1]) expect(make(length)).toHaveLength(length)
  })

  it.each(Object.entries(texts))('is something the cleaner reads: %s', (_name, make) => {
    expect(clean(make(LENGTH)).fallback).toBe(false)
  })
})

it.each(Object.entries(PLAIN))('nothing is taken out of plain text: %s', (_name, make) => {
  const text = make(LENGTH)
  expect(clean(text)).toEqual({ text, cleaned: [], fallback: false, parts: [{ kind: 'text', text }] })
})

it('of what is nearly all tags less than half is left, and the words of people are', () => {
  const { text, cleaned } = clean(TAGGED['every tag']?.(LENGTH) ?? '')
  expect(text.length).toBeLessThan(LENGTH / 2)
  expect(cleaned.length).toBeGreaterThan(6)
  for (const words of [
    'completed (exit code 0)',
    '/review the retry loop, please',
    'Please fix the retry loop',
  ])
    expect(text).toContain(words)
})
