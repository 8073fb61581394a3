import { describe, expect, it } from 'vitest'
import { outputText } from './output-text.js'

describe('outputText', () => {
  it.each([
    ['hello', 'hello'],
    [{ stdout: 'out', stderr: 'err', interrupted: false }, 'out\nerr'],
    [{ stdout: '', stderr: '' }, ''],
    [{ type: 'create', filePath: '/x' }, '{"type":"create","filePath":"/x"}'],
    [['a', 1], '["a",1]'],
    [null, ''],
    [undefined, ''],
    [7, '7'],
  ])('%j reads %j', (response, text) => {
    expect(outputText(response)).toBe(text)
  })

  it('is cut between characters, and says so', () => {
    const text = outputText('😀'.repeat(100_000))
    expect(text).toBe(`${'😀'.repeat(64 * 1024)}… [cut, 400000 bytes in all]`)
  })
})
