import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Pictures that follow each other, as one file every browser plays: an animated PNG. All are of the size of the first.
 * @param {{png: Buffer, ms: number}[]} frames @returns {Buffer}
 */
export function animatedPng(frames) {
  const [first] = frames
  if (!first) throw new Error('an animation needs a picture')
  const head = chunksOf(first.png).find(({ type }) => type === 'IHDR')
  if (!head) throw new Error('the first picture is no PNG')
  let sequence = 0
  const parts = [SIGNATURE, chunk('IHDR', head.data), chunk('acTL', numbers(frames.length, 0))]
  frames.forEach(({ png, ms }, index) => {
    const chunks = chunksOf(png)
    const own = chunks.find(({ type }) => type === 'IHDR')
    if (!own?.data.equals(head.data)) throw new Error(`picture ${index + 1} is of another size or kind`)
    parts.push(chunk('fcTL', control(sequence++, head.data, ms)))
    for (const { type, data } of chunks) {
      if (type !== 'IDAT') continue
      parts.push(
        index === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(sequence++), data])),
      )
    }
  })
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))])
}

/** How long a frame is shown, at the place and in the size of the whole. @param {number} sequence @param {Buffer} head @param {number} ms */
function control(sequence, head, ms) {
  const rest = Buffer.alloc(6)
  rest.writeUInt16BE(Math.round(ms), 0)
  rest.writeUInt16BE(1000, 2)
  return Buffer.concat([numbers(sequence), head.subarray(0, 8), numbers(0, 0), rest])
}

/** @param {Buffer} png @returns {{type: string, data: Buffer}[]} */
function chunksOf(png) {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('a picture is no PNG')
  const chunks = []
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))])
}

/** @param {...number} values */
function numbers(...values) {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => void bytes.writeUInt32BE(value >>> 0, index * 4))
  return bytes
}
