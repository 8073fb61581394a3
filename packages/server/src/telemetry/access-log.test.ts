import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AccessEntry, AccessLog } from './access-log.js'

let dir: string
let path: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'signalbox-access-'))
  path = join(dir, 'access.log')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const ENTRY: AccessEntry = {
  time: 1_700_000_000_000,
  method: 'POST',
  route: '/api/sessions/:id/notify',
  status: 202,
  ms: 1.23456,
  bytes: 34,
  remote: '127.0.0.1',
  user: 'owner',
}
const linesOf = (file = path) => readFileSync(file, 'utf8').trimEnd().split('\n')

it('writes one JSON line per request, for its owner alone', async () => {
  const log = new AccessLog({ path })
  log.write(ENTRY)
  log.write({ ...ENTRY, route: null, bytes: null, user: null })
  await log.flush()
  expect(linesOf().map((line) => JSON.parse(line))).toEqual([
    { ...ENTRY, time: '2023-11-14T22:13:20.000Z', ms: 1.23 },
    { ...ENTRY, time: '2023-11-14T22:13:20.000Z', ms: 1.23, route: null, bytes: null, user: null },
  ])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('escapes whatever a terminal could obey', async () => {
  const hostile = 'a\u001b[31m\n\r\u0000\u007f\u009b31m\u2028\u202e\ud800é🚂"'
  const log = new AccessLog({ path })
  log.write({ ...ENTRY, user: hostile })
  await log.flush()
  const [line = '', ...rest] = linesOf()
  expect(rest).toEqual([])
  expect(line).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(line).user).toBe(hostile)
})

it('writes by itself after a while, and at once when there is much', async () => {
  const slow = new AccessLog({ path, flushMs: 1 })
  slow.write(ENTRY)
  await expect.poll(() => existsSync(path) && linesOf().length).toBe(1)
  const other = join(dir, 'other.log')
  const fast = new AccessLog({ path: other, flushMs: 1e6, flushBytes: 500 })
  for (let count = 0; count < 4; count++) fast.write(ENTRY)
  await expect.poll(() => existsSync(other) && linesOf(other).length).toBe(3)
})

it('keeps the order of lines over many flushes', async () => {
  const log = new AccessLog({ path, flushBytes: 500 })
  for (let status = 0; status < 1_000; status++) log.write({ ...ENTRY, status })
  await log.flush()
  expect(linesOf().map((line) => JSON.parse(line).status)).toEqual(
    Array.from({ length: 1_000 }, (_, index) => index),
  )
  expect(log.dropped).toBe(0)
})

it('goes on in the file there is, and turns it over once when it is full', async () => {
  writeFileSync(path, 'old\n'.repeat(100))
  const log = new AccessLog({ path, maxBytes: 1_000 })
  log.write(ENTRY)
  await log.flush()
  expect(linesOf()).toHaveLength(101)
  for (let count = 0; count < 20; count++) {
    log.write(ENTRY)
    await log.flush()
    expect(statSync(path).size).toBeLessThanOrEqual(1_000)
  }
  expect(linesOf(`${path}.1`).length).toBeGreaterThan(1)
  expect(existsSync(`${path}.2`)).toBe(false)
})

it('drops lines instead of growing while the disk is slow, and counts them', async () => {
  const log = new AccessLog({ path, flushBytes: 200, backlogBytes: 1_000 })
  for (let count = 0; count < 100; count++) log.write(ENTRY)
  expect(log.dropped).toBeGreaterThan(80)
  await log.flush()
  expect(linesOf()).toHaveLength(100 - log.dropped)
})

it('survives a disk that fails and goes on when it is back', async () => {
  const log = new AccessLog({ path: join(dir, 'later', 'access.log') })
  log.write(ENTRY)
  await log.flush()
  expect(log.dropped).toBe(1)
  mkdirSync(join(dir, 'later'))
  log.write(ENTRY)
  await log.flush()
  expect(linesOf(join(dir, 'later', 'access.log'))).toHaveLength(1)
})
