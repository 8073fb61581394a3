import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { SignalboxError } from '@signalbox/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempDir } from '../log/testing.js'
import { Journal } from '../telemetry/journal.js'
import { SpoolDrain } from './spool-drain.js'
import type { SpoolFile } from './spool-file.js'

const NOW = 1_794_770_905_728

const content = (payload: string, ...lines: string[]) =>
  ['version: 1', 'agent: claude', ...lines, '', payload].join('\n')

/** A drain over a folder, and what it brought where. */
function spool(take?: (file: SpoolFile) => Promise<void>) {
  const directory = join(tempDir(), 'spool')
  const taken: string[] = []
  const warnings: string[] = []
  const faults: unknown[] = []
  const heard: (() => void)[] = []
  const drain = new SpoolDrain({
    directory,
    async take(file) {
      await take?.(file)
      taken.push(file.payload.toString())
      for (const told of heard.splice(0)) told()
    },
    journal: new Journal({ level: 'warn', now: () => NOW, write: (line) => void warnings.push(line) }),
    now: () => NOW,
    report: (fault) => void faults.push(fault),
    everyMs: 3_600_000,
  })
  onTestFinished(() => drain.close())
  const write = (name: string, text: string) => {
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, name), text)
  }
  const left = () => readdirSync(directory).sort()
  const next = () => new Promise<void>((resolve) => heard.push(resolve))
  return { directory, drain, taken, warnings, faults, write, left, next }
}

const name = (at: number, more = '4711-1') => `${NOW + at}-${more}.event`

describe('the spool', () => {
  it('is made for its owner alone, and drained in the order of the names', async () => {
    const { directory, drain, taken, write, left } = spool()
    write(name(3), content('c'))
    write(name(1), content('a'))
    write(name(2, '9-1'), content('b2'))
    write(name(2, '10-1'), content('b1'))
    write('.tmp-unfinished', content('x'))
    write('note.txt', 'not ours')
    await drain.start()
    expect(taken).toEqual(['a', 'b1', 'b2', 'c'])
    expect(left()).toEqual(['.tmp-unfinished', 'note.txt'])
    const empty = spool()
    await empty.drain.start()
    expect(statSync(empty.directory).mode & 0o777).toBe(0o700)
    expect(existsSync(directory)).toBe(true)
  })

  it('is drained again when a file comes, without waiting', async () => {
    const { drain, taken, write, next } = spool()
    await drain.start()
    const told = next()
    write(name(1), content('a'))
    await told
    expect(taken).toEqual(['a'])
  })

  it('takes files nobody finished after a while', async () => {
    const { directory, drain, taken, write } = spool()
    for (const [at, age] of [
      [1, 16 * 60],
      [2, 14 * 60],
    ] as const) {
      write(`.tmp-${name(at)}`, content(`at ${at}`))
      const seconds = NOW / 1000 - age
      utimesSync(join(directory, `.tmp-${name(at)}`), seconds, seconds)
    }
    await drain.drain()
    expect(taken).toEqual(['at 1'])
  })

  it('puts aside what cannot be told, says why, and goes on', async () => {
    const { directory, drain, taken, warnings, faults, write, left } = spool(async ({ payload }) => {
      if (String(payload) === 'refused') throw new SignalboxError('invalidJson', 'the body is not valid JSON')
      if (String(payload) === 'bug') throw new Error('a fault of ours')
    })
    write(name(1), 'nonsense')
    write(name(2), content('refused'))
    write(name(3), content('bug'))
    write(name(4), content('x'.repeat(8 * 1024 * 1024 + 65_536)))
    mkdirSync(join(directory, 'folder.event'))
    symlinkSync('/etc/passwd', join(directory, name(5)))
    write(name(6), content('good'))
    await drain.drain()
    expect(taken).toEqual(['good'])
    expect(left()).toEqual(['bad', 'folder.event'])
    expect(readdirSync(join(directory, 'bad')).sort()).toEqual([1, 2, 3, 4, 5].map((at) => name(at)))
    expect(warnings.map((line) => JSON.parse(line).reason)).toEqual([
      'its head has no end',
      'the body is not valid JSON',
      'a fault of ours',
      expect.stringMatching(/more than/),
      expect.stringMatching(/ELOOP/),
    ])
    expect(faults).toHaveLength(2)
  })

  it('is not stopped by what is no file at all', async () => {
    const { drain, taken, write, left, directory } = spool()
    write(name(2), content('b'))
    const socket = createServer().listen(join(directory, name(1)))
    onTestFinished(() => void socket.close())
    await once(socket, 'listening')
    await drain.drain()
    expect([taken, left()]).toEqual([['b'], ['bad']])
  })

  it('keeps everything, in order, while the log takes nothing', async () => {
    let full = true
    const { drain, taken, faults, warnings, write, left } = spool(async () => {
      if (full) throw new SignalboxError('unavailable')
    })
    write(name(1), content('a'))
    write(name(2), content('b'))
    await drain.drain()
    expect([taken, left(), faults, warnings]).toEqual([[], [name(1), name(2)], [], []])
    full = false
    await drain.drain()
    expect([taken, left()]).toEqual([['a', 'b'], []])
  })

  it('does not overtake one that the log takes later', async () => {
    let refusals = 1
    const { drain, taken, write, left } = spool(async () => {
      if (refusals-- > 0) throw new SignalboxError('unavailable')
    })
    write(name(1), content('a'))
    write(name(2), content('b'))
    await drain.drain()
    expect([taken, left()]).toEqual([[], [name(1), name(2)]])
    await drain.drain()
    expect(taken).toEqual(['a', 'b'])
  })

  it('says which lines it did not understand', async () => {
    const { drain, warnings, write } = spool()
    write(name(1), content('a', 'pid: x', 'host: box'))
    await drain.drain()
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([{ file: name(1), ignored: ['pid'] }])
  })

  it('finishes the file at hand when it is closed, and leaves the rest', async () => {
    let closing: Promise<void> | undefined
    const { drain, taken, write, left } = spool(async () => {
      closing = drain.close()
    })
    write(name(1), content('a'))
    write(name(2), content('b'))
    await drain.drain()
    await closing
    expect([taken, left()]).toEqual([['a'], [name(2)]])
  })
})
