import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { animatedPng } from './animated-png.mjs'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** A picture of one grey, without sums: nobody reads them here. */
function picture(width, grey) {
  const piece = (type, data) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, data, Buffer.alloc(4)])
  }
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const rows = deflateSync(Buffer.from([0, ...Array(width).fill(grey)]))
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    piece('IHDR', head),
    piece('IDAT', rows),
    piece('IEND', Buffer.alloc(0)),
  ])
}

/** The chunks of a file, by type and content. */
function chunks(file) {
  const found = []
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    found.push([file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length)])
    at += length + 12
  }
  return found
}

describe('animatedPng', () => {
  const file = animatedPng([
    { png: picture(2, 10), ms: 500 },
    { png: picture(2, 20), ms: 40 },
  ])

  it('has a control before each picture, and numbers them on', () => {
    expect(chunks(file).map(([type]) => type)).toEqual([
      'IHDR',
      'acTL',
      'fcTL',
      'IDAT',
      'fcTL',
      'fdAT',
      'IEND',
    ])
    const numbered = chunks(file).filter(([type]) => type === 'fcTL' || type === 'fdAT')
    expect(numbered.map(([, data]) => data.readUInt32BE(0))).toEqual([0, 1, 2])
  })

  it('says how many there are and how long each is shown', () => {
    const of = (type) => chunks(file).filter(([one]) => one === type)
    expect(of('acTL')[0][1].readUInt32BE(0)).toBe(2)
    expect(of('fcTL').map(([, data]) => [data.readUInt16BE(20), data.readUInt16BE(22)])).toEqual([
      [500, 1000],
      [40, 1000],
    ])
  })

  it('refuses what is no picture, none, and one of another size', () => {
    expect(() => animatedPng([])).toThrow('needs a picture')
    expect(() => animatedPng([{ png: Buffer.from('GIF89a, or so'), ms: 1 }])).toThrow('no PNG')
    expect(() =>
      animatedPng([
        { png: picture(2, 1), ms: 1 },
        { png: picture(3, 1), ms: 1 },
      ]),
    ).toThrow('another size')
  })
})
