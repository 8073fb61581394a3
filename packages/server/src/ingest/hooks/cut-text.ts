import { cutUtf8, utf8Length } from '@signalbox/protocol'

/** A text of at most so many bytes; one that was longer says so at its end. The payload is kept whole beside it. */
export function cutText(text: string, maxBytes: number): string {
  const cut = cutUtf8(text, maxBytes)
  return cut.length === text.length ? text : `${cut}… [cut, ${utf8Length(text)} bytes in all]`
}
