import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UsageError } from '../config.js'
import { loadHookToken, loadToken } from './token.js'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'signalbox-token-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const load = (dataDir = root) => loadToken({ dataDir, randomBytes })
const modeOf = (path: string) => statSync(path).mode & 0o777

it('makes a token of 32 random bytes that only the owner can read', () => {
  const dataDir = join(root, 'deep', 'er')
  const token = load(dataDir)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(readFileSync(join(dataDir, 'token'), 'utf8')).toBe(`${token}\n`)
  expect(modeOf(join(dataDir, 'token'))).toBe(0o600)
  expect(modeOf(dataDir)).toBe(0o700)
  expect(readdirSync(dataDir)).toEqual(['token'])
})

it('keeps the token there is', () => {
  expect(load()).toBe(load())
  writeFileSync(join(root, 'token'), '  my-own-token\n')
  expect(load()).toBe('my-own-token')
})

it('takes back rights that others have', () => {
  load()
  chmodSync(join(root, 'token'), 0o644)
  load()
  expect(modeOf(join(root, 'token'))).toBe(0o600)
})

it('keeps the token of hooks as the header curl sends, for the owner alone', () => {
  const token = loadHookToken({ dataDir: root, randomBytes })
  const path = join(root, 'hook-authorization')
  expect(token).not.toBe(load())
  expect(readFileSync(path, 'utf8')).toBe(`Authorization: Bearer ${token}\n`)
  expect(modeOf(path)).toBe(0o600)
  expect(loadHookToken({ dataDir: root, randomBytes })).toBe(token)
  writeFileSync(path, `${token}\n`)
  expect(() => loadHookToken({ dataDir: root, randomBytes })).toThrow(/remove the file and start again/)
})

it('makes a new one in place of an empty file', () => {
  writeFileSync(join(root, 'token'), '')
  expect(load()).toHaveLength(43)
  expect(modeOf(join(root, 'token'))).toBe(0o600)
})

it('says what to do when the file is no token or cannot be made', () => {
  writeFileSync(join(root, 'token'), 'two words')
  expect(() => load()).toThrow(UsageError)
  expect(() => load()).toThrow(/remove the file and start again/)
  writeFileSync(join(root, 'file'), '')
  expect(() => load(join(root, 'file', 'below'))).toThrow(
    /cannot be read or made \(ENOTDIR\); give this user access/,
  )
})
