import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../test/signalbox.js'
import { LeftAlone } from './left-alone.js'
import type { Edit } from './plan.js'
import { newestBackup, readSettings, targetOf } from './settings-file.js'
import { writeEdits } from './write-edits.js'

const NOW = Date.UTC(2026, 10, 16, 9, 0, 1, 234)
let count = 0
const OPTIONS = { now: NOW, randomName: () => `r${++count}` }

function edit(path: string, before: string | undefined, after: string | undefined, isFirst = true): Edit {
  return { path, before, after, isFirst, isOurs: false }
}

/** A directory with one file in it. */
function withFile(name: string, text: string) {
  const dir = tempDir()
  const path = join(dir, name)
  writeFileSync(path, text)
  return { dir, path }
}

describe('writeEdits', () => {
  it('writes, and keeps what was there beside it', () => {
    const { dir, path } = withFile('settings.json', 'old')
    chmodSync(path, 0o640)
    if (process.getuid?.() === 0) chownSync(path, 12, 34)
    writeEdits([edit(path, 'old', 'new')], OPTIONS)
    expect(readFileSync(path, 'utf8')).toBe('new')
    const backup = join(dir, 'settings.json.signalbox-backup-20261116T090001234Z')
    expect(newestBackup(path)).toBe(backup)
    expect(readFileSync(backup, 'utf8')).toBe('old')
    for (const file of [path, backup]) {
      expect(statSync(file).mode & 0o777).toBe(0o640)
      if (process.getuid?.() === 0) expect([statSync(file).uid, statSync(file).gid]).toEqual([12, 34])
    }
    writeEdits([edit(path, 'new', 'newer', false)], OPTIONS)
    expect(readdirSync(dir)).toHaveLength(2)
  })

  it('makes a file with its directory, for its owner only, and takes both away again', () => {
    const dir = tempDir()
    const path = join(dir, 'opencode', 'plugin', 'signalbox.js')
    writeEdits([edit(path, undefined, 'text')], OPTIONS)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    writeEdits([edit(path, 'text', undefined, false)], OPTIONS)
    expect(readdirSync(join(dir, 'opencode'))).toEqual([])
  })

  it('leaves a directory in which there is something else', () => {
    const { dir, path } = withFile('a', 'text')
    writeFileSync(join(dir, 'b'), '')
    writeEdits([edit(path, 'text', undefined, false)], OPTIONS)
    expect(readdirSync(dir)).toEqual(['b'])
  })

  it('writes to where a link leads, and the link stays', () => {
    const { dir, path: real } = withFile('real.json', 'old')
    const home = join(dir, 'home')
    mkdirSync(home)
    const path = join(home, 'settings.json')
    symlinkSync('../real.json', path)
    writeEdits([edit(path, 'old', 'new')], OPTIONS)
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toBe('new')
    expect(readdirSync(home)).toHaveLength(2)
    const dangling = join(home, 'other.json')
    symlinkSync('../not/yet.json', dangling)
    expect(targetOf(dangling)).toBe(join(dir, 'not/yet.json'))
    writeEdits([edit(dangling, undefined, 'made')], OPTIONS)
    expect(readFileSync(join(dir, 'not/yet.json'), 'utf8')).toBe('made')
  })

  it('writes nothing at all when one of several cannot be written', () => {
    const { dir, path } = withFile('a.json', 'old')
    const locked = join(dir, 'locked.json')
    writeFileSync(locked, 'old')
    chmodSync(locked, 0o444)
    const fresh = join(dir, 'new', 'c.json')
    const edits = [edit(fresh, undefined, 'new'), edit(path, 'old', 'new'), edit(locked, 'old', 'new')]
    expect(() => writeEdits(edits, OPTIONS)).toThrow(
      new LeftAlone(`${locked} is read-only; "chmod u+w ${locked}" makes it writable. Nothing was changed.`),
    )
    expect(readdirSync(dir).sort()).toEqual(['a.json', 'locked.json'])
    expect(readFileSync(path, 'utf8')).toBe('old')
  })

  it('takes back what it wrote when a later one fails', () => {
    const { dir, path } = withFile('a.json', 'old')
    const other = join(dir, 'b.json')
    writeFileSync(other, 'of somebody else')
    chmodSync(path, 0o640)
    expect(() => writeEdits([edit(path, 'old', 'new'), edit(other, 'old', 'new')], OPTIONS)).toThrow(
      new LeftAlone(`${other} was changed meanwhile; type the same again. Nothing was changed.`),
    )
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(readdirSync(dir).sort()).toEqual(['a.json', 'b.json'])
  })

  it('says so where nothing can be made', () => {
    const { path } = withFile('file', '')
    const below = join(path, 'settings.json')
    expect(() => writeEdits([edit(below, undefined, 'x')], OPTIONS)).toThrow(
      /cannot be written \((ENOTDIR|EEXIST)\); give this user access/,
    )
    const directory = join(tempDir(), 'settings.json')
    mkdirSync(directory)
    expect(() => writeEdits([edit(directory, undefined, 'x')], OPTIONS)).toThrow(
      'is no file. Nothing was changed.',
    )
    expect(existsSync(below)).toBe(false)
  })
})

describe('readSettings', () => {
  it('reads every byte or says why not', () => {
    const { path } = withFile('a', '\ufeffx\r\n')
    expect(readSettings(path)).toBe('\ufeffx\r\n')
    expect(readSettings(`${path}.not`)).toBeUndefined()
    writeFileSync(path, Buffer.from([0x7b, 0xff]))
    expect(() => readSettings(path)).toThrow('is left alone: it is not UTF-8 text')
    writeFileSync(path, Buffer.alloc(17 * 1024 * 1024))
    expect(() => readSettings(path)).toThrow('larger than 16 MiB')
    expect(() => readSettings(tempDir())).toThrow('cannot be read (EISDIR)')
  })
})
