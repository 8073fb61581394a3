import type { Json } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { toolArgs } from './tool-args.js'

const args = (input: Json | undefined) => toolArgs(input, JSON.stringify(input ?? null).length)

describe('toolArgs', () => {
  it.each([
    [{ command: 'ls' }, { command: 'ls' }],
    [undefined, {}],
    [null, {}],
    ['ls', { input: 'ls' }],
    [['ls'], { input: ['ls'] }],
  ])('%j is %j', (input, told) => {
    expect(args(input)).toEqual(told)
  })

  it('cuts long texts wherever they are, and keeps the others', () => {
    const long = 'x'.repeat(50_000)
    const told = args({ a: [{ b: long }], c: 'short', __proto__: null })
    expect(told).toEqual({ a: [{ b: `${'x'.repeat(32 * 1024)}… [cut, 50000 bytes in all]` }], c: 'short' })
  })

  it('keeps names that every object has', () => {
    const input = JSON.parse(`{"__proto__": "${'x'.repeat(40_000)}", "constructor": 1}`) as Json
    expect(Object.keys(args(input))).toEqual(['__proto__', 'constructor'])
  })

  it('tells the beginning alone of what is long in many pieces', () => {
    const told = args({ list: Array.from({ length: 100_000 }, (_, n) => n) })
    expect(Object.keys(told)).toEqual(['cut'])
    expect(String(told.cut)).toMatch(/^\{"list":\[0,1,.*… \[cut, \d+ bytes in all\]$/)
  })

  it('is the same for the same input, however long the payload around it', () => {
    const input = { text: '語'.repeat(20_000) }
    expect(toolArgs(input, 20_100)).toEqual(toolArgs(input, 8 * 1024 * 1024))
  })
})
