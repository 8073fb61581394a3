import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tokenOf } from './token-of.js'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'signalbox-token-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

it('is the one that was set, else the one in the file', () => {
  writeFileSync(join(dataDir, 'token'), 'from-the-file\n')
  expect(tokenOf({ dataDir })).toBe('from-the-file')
  expect(tokenOf({ dataDir, token: 'set' })).toBe('set')
})

it('says how to get one, and how to do without', () => {
  expect(() => tokenOf({ dataDir })).toThrow(
    /There is no token in .*signalbox up.*--dev is reached with --dev/,
  )
})
