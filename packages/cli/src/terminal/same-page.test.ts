import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isSamePage } from './same-page.js'

const dir = mkdtempSync(join(tmpdir(), 'signalbox-page-'))
const [one, again, other] = ['a', 'a', 'b'].map((name) => openSync(join(dir, name), 'a')) as [
  number,
  number,
  number,
]
afterAll(() => {
  for (const fd of [one, again, other]) closeSync(fd)
  rmSync(dir, { recursive: true })
})

it('knows two outputs to one place from two to two places', () => {
  expect(isSamePage(one, again)).toBe(true)
  expect(isSamePage(one, other)).toBe(false)
})

it('is not so when one of them is closed', () => {
  expect(isSamePage(one, 2 ** 20)).toBe(false)
})
