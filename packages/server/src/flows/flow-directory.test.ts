import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../log/testing.js'
import { type ReadFile, readDirectory } from './flow-directory.js'
import { writeFlowText } from './flow-file.js'

const NOW = Date.parse('2026-01-28T20:17:42Z')
const A = writeFlowText([{ id: 'a', event_type: 'notify_event', where: { n: '1' } }])
const HALF = 'version: 1\nflows:\n  - id: a\n    event_type: notify_event\n'

/** A directory of which the test says when what was changed. */
function files() {
  const directory = tempDir()
  const changed = (path: string, ago: number) => utimesSync(path, (NOW - ago) / 1000, (NOW - ago) / 1000)
  return {
    directory,
    write(name: string, text: string, ago: number) {
      writeFileSync(join(directory, name), text)
      changed(join(directory, name), ago)
    },
    remove(name: string, ago: number) {
      rmSync(join(directory, name))
      changed(directory, ago)
    },
    read: (known: ReadonlyMap<string, ReadFile> = new Map(), now?: number) =>
      readDirectory(directory, known, now),
  }
}
const textsOf = (read: ReadonlyMap<string, ReadFile>) => [...read].map(([name, { text }]) => [name, text])

describe('a file that was changed only just now', () => {
  it('stays as it was until it is written', async () => {
    const { write, read } = files()
    write('a.yaml', A, 5_000)
    const { files: before } = await read()
    write('a.yaml', HALF, 150)
    const during = await read(before, NOW)
    expect([textsOf(during.files), during.unsettled]).toEqual([[['a.yaml', A]], true])
    const after = await read(during.files, NOW + 100)
    expect([textsOf(after.files), after.unsettled]).toEqual([[['a.yaml', HALF]], false])
  })

  it('is not there yet where it is new', async () => {
    const { write, read } = files()
    write('b.yaml', '', 10)
    expect(await read(new Map(), NOW)).toEqual({ files: new Map(), unsettled: true })
    expect((await read(new Map(), NOW + 1_000)).files.size).toBe(1)
  })

  it('is there a moment longer where it is gone: it may be on its way back', async () => {
    const { write, remove, read } = files()
    write('a.yaml', A, 5_000)
    write('b.yaml', A.replace('id: a', 'id: b'), 5_000)
    const { files: before } = await read()
    remove('a.yaml', 100)
    const during = await read(before, NOW)
    expect([[...during.files.keys()], during.unsettled]).toEqual([['a.yaml', 'b.yaml'], true])
    expect([...(await read(during.files, NOW + 150)).files.keys()]).toEqual(['b.yaml'])
  })

  it('counts at once for who asks without a time, and so does one from the future', async () => {
    const { write, read } = files()
    write('a.yaml', A, 0)
    expect((await read()).files.size).toBe(1)
    write('a.yaml', A, -60_000)
    expect(await read(new Map(), NOW)).toMatchObject({ unsettled: false })
  })
})

it('a file that did not change is not read again', async () => {
  const { write, read } = files()
  write('a.yaml', A, 0)
  const { files: before } = await read()
  const { files: after } = await read(before)
  expect(after.get('a.yaml')).toBe(before.get('a.yaml'))
})
