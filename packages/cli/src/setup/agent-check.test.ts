import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@signalbox/server/config'
import { describe, expect, it } from 'vitest'
import { HttpRefusal } from '../gateway/call.js'
import { paintFor } from '../terminal/paint.js'
import { tempDir } from '../test/signalbox.js'
import { checkAgent } from './agent-check.js'
import type { AgentSetup, Texts } from './agent-setup.js'
import { AGENTS, foundAgents, programPath } from './agents.js'
import { checkLines, isAllWell } from './check.js'
import { installClients } from './client-files.js'
import { askGateway, checkDataDir, checkGateway, checkToken } from './gateway-check.js'
import { ensureHookToken } from './hook-token.js'
import type { Surroundings } from './surroundings.js'

const SURROUNDINGS: Surroundings = {
  env: {},
  homeDir: '/home/dev',
  dataDir: '/home/dev/.signalbox',
  realPath: (path) => path,
  pluginSource: "const DATA_DIR = ''\n",
}

function texts(agent: AgentSetup, ...given: (string | undefined)[]): Texts {
  return new Map(agent.paths(SURROUNDINGS).map((path, index) => [path, given[index]]))
}

function check(
  agent: AgentSetup,
  given: Texts,
  facts: { version?: string; heard?: { last: number | undefined } } = { version: '1.2' },
) {
  const { version, heard } = facts
  return checkAgent({
    agent,
    surroundings: SURROUNDINGS,
    read: () => given,
    version,
    heard,
    now: 100_000,
  })
}

describe('checkAgent', () => {
  it.each(Object.values(AGENTS).map((agent) => [agent.id, agent] as const))(
    'tells %s set up from not',
    (id, agent) => {
      const set = agent.added(texts(agent), SURROUNDINGS)
      expect(check(agent, texts(agent))).toEqual({
        name: id,
        lamp: 'note',
        says: '1.2 · not set up',
        type: `signalbox setup ${id}`,
      })
      expect(check(agent, set, { version: '1.2', heard: { last: 40_000 } })).toEqual({
        name: id,
        lamp: 'ok',
        says: '1.2 · hooks in place · last heard 1 min ago',
      })
      const says = (heard?: { last: number | undefined }) =>
        check(agent, set, { version: '1.2', ...(heard ? { heard } : {}) }).says
      expect(says({ last: undefined })).toBe('1.2 · hooks in place · nothing heard yet')
      // Nobody could be asked.
      expect(says()).toBe('1.2 · hooks in place')
      expect(check(agent, set, {})).toMatchObject({
        lamp: 'note',
        says: expect.stringContaining('not on PATH'),
      })
    },
  )

  it('finds what was changed since, what is switched off, and what does not parse', () => {
    const set = AGENTS.claude.added(texts(AGENTS.claude), SURROUNDINGS)
    const old = new Map([...set].map(([path, text]) => [path, text?.replace('600', '60')]))
    expect(check(AGENTS.claude, old)).toMatchObject({
      lamp: 'wrong',
      says: expect.stringContaining('is old or changed'),
      type: 'signalbox setup claude',
    })
    const off = AGENTS.claude.added(texts(AGENTS.claude, '{"disableAllHooks": true}'), SURROUNDINGS)
    expect(check(AGENTS.claude, off)).toMatchObject({
      lamp: 'wrong',
      says: expect.stringContaining('disableAllHooks'),
    })
    expect(check(AGENTS.codex, texts(AGENTS.codex, undefined, 'x ='))).toMatchObject({
      lamp: 'wrong',
      says: expect.stringContaining('config.toml is left alone: it is not TOML'),
    })
  })
})

describe('checks of the gateway and its directory', () => {
  it('says whether it is up, and where hooks look for it', async () => {
    const up = await askGateway(async () => ({ sessions: [] }))
    const origin = 'http://127.0.0.1:8080'
    expect(checkGateway(up, origin, origin)).toEqual([
      { name: 'gateway', lamp: 'ok', says: `answers at ${origin}` },
    ])
    expect(checkGateway({ sessions: [], paused: true }, origin, origin)).toEqual([
      { name: 'gateway', lamp: 'ok', says: `answers at ${origin}` },
      { name: 'pause', lamp: 'note', says: 'paused: no new turns start', type: 'signalbox resume' },
    ])
    expect(checkGateway(up, origin, undefined)[1]).toMatchObject({ lamp: 'wrong', type: 'signalbox up' })
    expect(checkGateway(up, origin, 'http://127.0.0.1:1')[1]?.says).toContain('http://127.0.0.1:1')
    for (const error of [
      new UsageError('Nobody there. Start one with: signalbox up'),
      new HttpRefusal(500, { detail: 'Nobody there. Start one with: signalbox up' }),
    ]) {
      const down = await askGateway(() => Promise.reject(error))
      expect(checkGateway(down, origin, origin)).toEqual([
        { name: 'gateway', lamp: 'wrong', says: 'Nobody there.', type: 'signalbox up' },
      ])
    }
    const refused = await askGateway(() => Promise.reject(new UsageError('refused the token')))
    expect(checkGateway(refused, origin, origin)).toEqual([
      { name: 'gateway', lamp: 'wrong', says: 'refused the token' },
    ])
    await expect(askGateway(() => Promise.reject(new Error('a mistake of ours')))).rejects.toThrow('ours')
  })

  it('looks at tokens, clients and spool', () => {
    const dataDir = join(tempDir(), 'data')
    expect(checkDataDir(dataDir).map(({ lamp, type }) => [lamp, type])).toEqual([
      ['wrong', 'signalbox setup'],
      ['wrong', 'signalbox setup'],
      ['ok', undefined],
    ])
    expect(checkToken(dataDir)).toMatchObject({ lamp: 'wrong', type: 'signalbox up' })
    ensureHookToken(dataDir)
    installClients(dataDir, () => 'r')
    mkdirSync(join(dataDir, 'spool'))
    writeFileSync(join(dataDir, 'spool', '1794820135464-1-1.event'), '')
    writeFileSync(join(dataDir, 'token'), 'x', { mode: 0o600 })
    expect(checkToken(dataDir).lamp).toBe('ok')
    expect(checkDataDir(dataDir).map(({ lamp }) => lamp)).toEqual(['ok', 'ok', 'note'])
    chmodSync(join(dataDir, 'hook-authorization'), 0o644)
    chmodSync(join(dataDir, 'token'), 0o640)
    const open = join(dataDir, 'hook-authorization')
    expect(checkDataDir(dataDir)[0]).toMatchObject({ lamp: 'wrong', type: `chmod 600 ${open}` })
    expect(checkToken(dataDir).type).toMatch(/^chmod 600/)
    writeFileSync(open, 'nonsense')
    expect(checkDataDir(dataDir)[0]?.says).toContain('holds no token')
    mkdirSync(join(dataDir, 'spool', 'bad'))
    writeFileSync(join(dataDir, 'spool', 'bad', 'x.event'), '')
    expect(checkDataDir(dataDir)[2]?.says).toContain('1 event unreadable, kept in')
  })
})

describe('what is found on the machine', () => {
  it('is an agent whose program is on PATH or that has settings', () => {
    const homeDir = tempDir()
    mkdirSync(join(homeDir, '.gemini'))
    mkdirSync(join(homeDir, 'bin', 'claude'), { recursive: true })
    writeFileSync(join(homeDir, 'bin', 'codex'), '', { mode: 0o755 })
    writeFileSync(join(homeDir, 'bin', 'opencode'), '', { mode: 0o644 })
    const env = { PATH: `.:${homeDir}/none:${homeDir}/bin` }
    expect(foundAgents({ ...SURROUNDINGS, homeDir, env }).map(({ id }) => id)).toEqual(['codex', 'gemini'])
    expect(programPath('codex', env)).toBe(join(homeDir, 'bin', 'codex'))
  })
})

describe('checkLines', () => {
  it('shows a lamp, its word, and what to type', () => {
    const checks = [
      { name: 'gateway', lamp: 'ok', says: 'answers' },
      { name: 'codex', lamp: 'wrong', says: 'old', type: 'signalbox setup codex' },
    ] as const
    expect(checkLines(checks, paintFor(false))).toEqual([
      '● ok     gateway  answers',
      '● wrong  codex    old',
      '                  type: signalbox setup codex',
    ])
    expect(isAllWell(checks)).toBe(false)
    expect(isAllWell([checks[0], { name: 'x', lamp: 'note', says: '' }])).toBe(true)
  })
})
