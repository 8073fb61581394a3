import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveConfig } from '@signalbox/server/config'
import { expect, it } from 'vitest'
import { tempDir } from '../test/signalbox.js'
import { diagnose, hooksTarget } from './diagnose.js'

function configIn(dataDir: string, dev = false) {
  return resolveConfig({ flags: { dataDir, dev }, env: {}, homeDir: dataDir, readFile: () => undefined })
}

const URL = 'http://127.0.0.1:8080'

it('finds where hooks look for the gateway', () => {
  const dataDir = tempDir()
  expect(hooksTarget({ dataDir })).toBeUndefined()
  writeFileSync(join(dataDir, 'gateway'), `${URL}\n`)
  expect(hooksTarget({ dataDir })).toBe(URL)
})

it('says the same of everything it looks at, and runs only what it is given', async () => {
  const dataDir = tempDir()
  writeFileSync(join(dataDir, 'gateway'), URL)
  const asked: string[] = []
  const { ok, checks, options } = await diagnose({
    config: configIn(dataDir),
    asked: { sessions: [] },
    origin: URL,
    hasToken: false,
    programSays: async (program) => {
      asked.push(program)
      return `/usr/bin/${program}`
    },
  })
  const named = checks.map(({ name }) => name)
  expect(named.slice(0, 5)).toEqual(['gateway', 'token', 'hook token', 'hook client', 'spool'])
  expect(named.slice(-2)).toEqual(['curl', 'tmux'])
  expect(checks[0]).toEqual({ name: 'gateway', lamp: 'ok', says: `answers at ${URL}` })
  expect(checks.find(({ name }) => name === 'hook client')).toMatchObject({
    lamp: 'wrong',
    type: 'signalbox setup',
  })
  expect(ok).toBe(false)
  expect(options).toBe(`--data-dir ${dataDir}`)
  for (const program of asked) expect(named).toContain(program)
})

it.each([
  ['the token came with the call', false, true],
  ['no token is needed', true, false],
])('does not look at the token when %s', async (_when, dev, hasToken) => {
  const { checks } = await diagnose({
    config: configIn(tempDir(), dev),
    asked: { problem: 'Nobody answers.' },
    origin: undefined,
    hasToken,
    programSays: async () => undefined,
  })
  expect(checks.map(({ name }) => name)).not.toContain('token')
  expect(checks[0]).toMatchObject({ name: 'gateway', lamp: 'wrong', says: 'Nobody answers.' })
})
