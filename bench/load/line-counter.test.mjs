import { expect, it } from 'vitest'
import { LineCounter } from './line-counter.mjs'

const BODY = '5\r\n{"a":\r\n9\r\n"\\n}"}\n{\n\r\n1\r\n\n\r\n4\r\n\n{}\n\r\n'

it('counts objects, whatever the chunks and however the bytes come', () => {
  for (let size = 1; size <= BODY.length; size += 1) {
    const counter = new LineCounter()
    for (let at = 0; at < BODY.length; at += size) counter.take(Buffer.from(BODY.slice(at, at + size)))
    expect(counter.lines).toBe(2)
  }
})
