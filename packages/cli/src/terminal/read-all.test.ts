import { UsageError } from '@signalbox/server/config'
import { describe, expect, it } from 'vitest'
import { readAll, readAllWithin } from './read-all.js'

async function* pieces(...list: (string | Buffer | Error)[]): AsyncGenerator<Buffer> {
  for (const piece of list) {
    if (piece instanceof Error) throw piece
    yield Buffer.from(piece as string)
  }
}

describe('readAll', () => {
  it('puts the pieces together, also within a character', async () => {
    const bytes = Buffer.from('né 漢')
    const single = [...bytes].map((byte) => Buffer.from([byte]))
    expect(await readAll(pieces(...single))).toEqual(bytes)
    expect(await readAll(pieces())).toEqual(Buffer.alloc(0))
  })

  it('takes as much as is allowed, and says so when it is more', async () => {
    const mib = Buffer.alloc(1024 * 1024)
    expect(await readAll(pieces(mib), 1)).toHaveLength(mib.length)
    await expect(readAll(pieces(mib, 'x'), 1)).rejects.toThrow(
      new UsageError('There is more than 1 MiB on stdin.'),
    )
  })

  it('reads on no longer than it has to', async () => {
    const endless = (async function* () {
      for (;;) yield Buffer.alloc(1024)
    })()
    await expect(readAll(endless, 1)).rejects.toThrow(UsageError)
    expect(await endless.next()).toEqual({ done: true, value: undefined })
  })

  it('says what stood in the way', async () => {
    await expect(readAll(pieces('a', new Error('EIO: i/o error, read')))).rejects.toThrow(
      new UsageError('What is on stdin cannot be read: EIO: i/o error, read.'),
    )
  })
})

describe('readAllWithin', () => {
  it('gives what there is when it ends in time, and says what stood in the way', async () => {
    expect(await readAllWithin(pieces('a', 'b'), 15_000)).toEqual(Buffer.from('ab'))
    await expect(readAllWithin(pieces(new Error('EIO')), 15_000)).rejects.toThrow(UsageError)
  })

  it.each([20, 0, -1])('gives nothing of one that stays open longer than %i ms', async (ms) => {
    const open = (async function* () {
      yield Buffer.from('{"type":')
      await new Promise(() => {})
    })()
    expect(await readAllWithin(open, ms)).toBeUndefined()
  })
})
