import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSse, type ServerSent } from './read-sse.js'

async function* pieces(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
const bytes = (text: string) => new TextEncoder().encode(text)

async function read(...chunks: Uint8Array[]): Promise<ServerSent[]> {
  const events: ServerSent[] = []
  for await (const event of readSse(pieces(...chunks))) events.push(event)
  return events
}

describe('readSse', () => {
  it('reads events, and leaves the rest alone', async () => {
    const text =
      'retry: 5000\n\n: ping\n\nevent: watch_list\nid: 3\ndata: {"a":\ndata:1}\n\ndata: plain\n\nevent: empty\n\ndata: unfinished'
    expect(await read(bytes(text))).toEqual([
      { event: 'watch_list', data: '{"a":\n1}', id: '3' },
      { event: 'message', data: 'plain' },
    ])
  })

  it('hears everything, also what is no event', async () => {
    let heard = 0
    for await (const _event of readSse(pieces(bytes(': ping\n\n'), bytes(': ping\n\n')), () => heard++))
      heard = -1
    expect(heard).toBe(2)
  })

  it('reads the same, however it is cut and whatever ends its lines', async () => {
    const data = fc.array(
      fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ' ')),
      { minLength: 1 },
    )
    await fc.assert(
      fc.asyncProperty(
        data,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
        async (texts, end, sizes) => {
          const whole = bytes(
            texts.map((text) => `event: e${end}data: ${text}${end}${end}`).join('') +
              (end === '\r' ? ':' : ''),
          )
          const cut: Uint8Array[] = []
          for (let at = 0; at < whole.length; ) {
            const size = sizes.next().value
            cut.push(whole.slice(at, at + size))
            at += size
          }
          const events = await read(...cut)
          expect(events).toEqual(texts.map((text) => ({ event: 'e', data: text })))
        },
      ),
      { numRuns: 50 },
    )
  })
})
