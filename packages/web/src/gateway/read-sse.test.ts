import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SseReader } from './read-sse.js'

const TEXT = [
  'retry: 5000\n\n',
  ': ping\n\n',
  'id: 7\nevent: log\ndata: {"a":1}\n\n',
  'data: two\r\ndata:lines\r\n\r\n',
  'event: nothing\n\n',
  'id: 9\rdata:  spaced\r\r',
  'data: never ended',
].join('')
const TOLD = [
  { event: 'log', data: '{"a":1}', id: '7' },
  { event: 'message', data: 'two\nlines', id: '7' },
  { event: 'message', data: ' spaced', id: '9' },
]

describe('SseReader', () => {
  it('tells the messages, and leaves out pings and what is not ended', () => {
    expect(new SseReader().read(TEXT)).toEqual(TOLD)
  })

  it('tells the same however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 60 }), (sizes) => {
        const reader = new SseReader()
        const told = []
        let rest = TEXT
        for (const size of sizes) {
          told.push(...reader.read(rest.slice(0, size)))
          rest = rest.slice(size)
        }
        told.push(...reader.read(rest))
        expect(told).toEqual(TOLD)
      }),
    )
  })

  it('knows where it is, and not before a block is whole', () => {
    const reader = new SseReader()
    reader.read('id: 4\nretry: 5000\n\nid: 5\ndata: half')
    expect(reader.lastId).toBe('4')
    reader.read('\n\n')
    expect(reader.lastId).toBe('5')
  })

  it('keeps no id that could not be sent back', () => {
    expect(new SseReader().read('id: a\0b\ndata: x\n\n')).toEqual([{ event: 'message', data: 'x', id: '' }])
  })
})
