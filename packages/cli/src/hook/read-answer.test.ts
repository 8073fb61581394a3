import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../hook/signalbox-hook.mjs'

const response = (status: number, headers: string[], body: string) =>
  Buffer.from(`${[`HTTP/1.1 ${status} Some Words`, ...headers].join('\r\n')}\r\n\r\n${body}`)
const text = '{"é":"ü"}'
const sized = response(
  200,
  ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`],
  text,
)

describe('readAnswer', () => {
  it('is a body of a told length, as soon as all of it is there', () => {
    expect(readAnswer(sized, false)).toEqual({ status: 200, text })
    expect(readAnswer(Buffer.concat([sized, Buffer.from('more')]), false)).toEqual({ status: 200, text })
    for (let length = 0; length < sized.length; length++)
      for (const isOver of [false, true])
        expect(readAnswer(sized.subarray(0, length), isOver)).toBeUndefined()
  })

  it('is what came until the end where no length was told', () => {
    const bytes = response(503, ['server: x'], 'sorry')
    expect(readAnswer(bytes, false)).toBeUndefined()
    expect(readAnswer(bytes, true)).toEqual({ status: 503, text: 'sorry' })
  })

  it('has the status 0 where somebody speaks something else', () => {
    expect(readAnswer(Buffer.from('SSH-2.0-x\r\n\r\n{}'), true)).toEqual({ status: 0, text: '{}' })
  })

  it('never fails and never hangs, whatever comes', () => {
    const odd = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.tuple(fc.string(), fc.string()).map(([name, body]) => response(200, [name], body)),
      fc.tuple(fc.constant(sized), fc.nat(), fc.nat(255)).map(([bytes, at, byte]) => {
        const changed = Buffer.from(bytes)
        changed[at % changed.length] = byte
        return changed
      }),
    )
    fc.assert(
      fc.property(odd, fc.boolean(), (bytes, isOver) => {
        const answer = readAnswer(Buffer.from(bytes), isOver)
        expect(answer === undefined || Number.isInteger(answer.status)).toBe(true)
      }),
    )
  })
})
