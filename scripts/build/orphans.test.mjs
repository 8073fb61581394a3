import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newest } from './freshness.mjs'
import { orphans, prune } from './orphans.mjs'

describe('orphans', () => {
  it('names every output of a deleted source', () => {
    const outputs = ['a.js', 'a.js.map', 'a.d.ts', 'a.d.ts.map', 'log/b.js', 'log/b.test.js']
    expect(orphans(outputs, ['a.ts', 'log/b.ts'])).toEqual(['log/b.test.js'])
  })

  it('keeps what a .tsx compiled to and what the compiler did not write', () => {
    expect(orphans(['view.js', '.tsbuildinfo', 'schema.json'], ['view.tsx'])).toEqual([])
  })
})

describe('prune', () => {
  let dir = ''
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'signalbox-prune-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  /** @param {string} path */
  function put(path) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), '')
  }

  it('deletes orphans and the folders they leave empty', () => {
    for (const path of ['src/kept.ts', 'dist/kept.js', 'dist/old/deep/gone.test.js']) put(path)
    expect(prune(dir)).toBe(1)
    expect(existsSync(join(dir, 'dist/old'))).toBe(false)
    expect(existsSync(join(dir, 'dist/kept.js'))).toBe(true)
    expect(prune(dir)).toBe(0)
  })

  it('has nothing to do where nothing was built', () => {
    expect(prune(dir)).toBe(0)
    expect(newest([join(dir, 'nowhere')])).toBe(0)
  })
})
