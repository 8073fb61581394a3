import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readLines } from './read-lines.js'

async function* cut(text: string, at: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  const places = [0, ...at.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (const [index, end] of places.slice(1).entries()) yield bytes.subarray(places[index], end)
}

async function linesOf(text: string, at: readonly number[] = []): Promise<string[]> {
  const lines: string[] = []
  for await (const line of readLines(cut(text, at))) lines.push(line)
  return lines
}

it('reads the same lines however they are cut, and none of the blank ones', async () => {
  const value = fc.record({
    text: fc.string({ unit: fc.constantFrom('a', '"', '\n', '\0', 'é', '漢', '\u{1f642}', '\u2028') }),
    n: fc.integer(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(value)), fc.array(fc.nat()), async (values, at) => {
      const text = values.map((one) => (one === null ? '\n' : `${JSON.stringify(one)}\n`)).join('')
      const told = values.filter((one) => one !== null).map((one) => JSON.stringify(one))
      expect(await linesOf(text, at)).toEqual(told)
    }),
  )
})

it('takes the line breaks of others, and leaves out a line that was not finished', async () => {
  expect(await linesOf('{"a":1}\r\n\r\n{"b":2}\n{"c"')).toEqual(['{"a":1}', '{"b":2}'])
})
