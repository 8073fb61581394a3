import { execFileSync } from 'node:child_process'
import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../log/testing.js'
import { LineTail } from './line-tail.js'

const file = () => join(tempDir(), 'x.jsonl')

describe('a tail of lines', () => {
  it('tells what is added, once, a line when its end is there', () => {
    const path = file()
    const tail = new LineTail(path)
    expect(tail.read()).toEqual([])
    writeFileSync(path, 'one\ntw')
    expect(tail.read()).toEqual(['one'])
    expect(tail.read()).toEqual([])
    appendFileSync(path, 'o\n\nthree\n')
    expect(tail.read()).toEqual(['two', 'three'])
  })

  it('begins near the end of a file that is there already, with a whole line', () => {
    const path = file()
    writeFileSync(path, 'aaaa\nbbbb\ncccc\n')
    expect(new LineTail(path, { lookBackBytes: 7 }).read()).toEqual(['cccc'])
    expect(new LineTail(path, { lookBackBytes: 5 }).read()).toEqual(['cccc'])
    expect(new LineTail(path, { lookBackBytes: 0 }).read()).toEqual([])
    expect(new LineTail(path, { lookBackBytes: 15 }).read()).toEqual(['aaaa', 'bbbb', 'cccc'])
  })

  it('goes on with nothing lost where it began at the end', () => {
    const path = file()
    writeFileSync(path, 'old\n')
    const tail = new LineTail(path, { lookBackBytes: 0 })
    expect(tail.read()).toEqual([])
    appendFileSync(path, 'new\n')
    expect(tail.read()).toEqual(['new'])
  })

  it('begins again when the file was cut or replaced', () => {
    const path = file()
    writeFileSync(path, 'one\ntwo and a hal')
    const tail = new LineTail(path)
    expect(tail.read()).toEqual(['one'])
    truncateSync(path, 0)
    expect(tail.read()).toEqual([])
    appendFileSync(path, 'three\n')
    expect(tail.read()).toEqual(['three'])
    writeFileSync(`${path}.new`, 'four\nfive\nsix\n')
    renameSync(`${path}.new`, path)
    expect(tail.read()).toEqual(['four', 'five', 'six'])
    rmSync(path)
    expect(tail.read()).toEqual([])
  })

  it('passes over lines that are too long, without holding them', () => {
    const path = file()
    const tail = new LineTail(path, { maxLineBytes: 100 })
    writeFileSync(path, `${'x'.repeat(300_000)}`)
    expect(tail.read()).toEqual([])
    appendFileSync(path, `${'x'.repeat(300_000)}\nshort\n${'y'.repeat(100)}\n${'z'.repeat(101)}\nlast\n`)
    expect(tail.read()).toEqual(['short', 'y'.repeat(100), 'last'])
  })

  it('reads so much at once and the rest the next time', () => {
    const path = file()
    writeFileSync(path, 'aaa\nbbb\nccc\n')
    const tail = new LineTail(path, { maxReadBytes: 5 })
    expect([tail.read(), tail.read(), tail.read(), tail.read()]).toEqual([['aaa'], ['bbb'], ['ccc'], []])
  })

  it('reads nothing that is no file, and waits for nobody', () => {
    const dir = tempDir()
    expect(new LineTail(dir).read()).toEqual([])
    const pipe = join(dir, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(new LineTail(pipe).read()).toEqual([])
  })

  it('gives back the lines that were written, however they were cut', () => {
    const path = file()
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), { maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 20 }),
        (texts, cuts) => {
          const lines = texts.map((text) => text.replaceAll('\n', ' '))
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
          rmSync(path, { force: true })
          const tail = new LineTail(path)
          const told: string[] = []
          let from = 0
          for (const cut of [...cuts, bytes.length]) {
            appendFileSync(path, bytes.subarray(from, from + cut))
            from += cut
            told.push(...tail.read())
          }
          expect(told).toEqual(lines)
        },
      ),
      { numRuns: 30 },
    )
  })
})
