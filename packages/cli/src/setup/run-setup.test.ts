import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { paintFor } from '../terminal/paint.js'
import { tempDir } from '../test/signalbox.js'
import { AGENTS } from './agents.js'
import { installClients, outdatedClients, pluginSource, spooledEvents } from './client-files.js'
import { withTables } from './codex-tables.js'
import { ensureHookToken, hookTokenPath, readHookToken } from './hook-token.js'
import { runSetup, type SetupTask } from './run-setup.js'
import { realPath } from './settings-file.js'
import { shownEdit } from './shown-edit.js'
import type { Surroundings } from './surroundings.js'
import { sendsTelemetry, telemetryOf } from './telemetry.js'

/** A home with settings in it, and what is said to whom. */
function home(files: Record<string, string>) {
  const homeDir = tempDir()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(homeDir, name, '..'), { recursive: true })
    writeFileSync(join(homeDir, name), text)
  }
  const surroundings: Surroundings = {
    env: {},
    homeDir,
    dataDir: join(homeDir, '.signalbox'),
    realPath,
    pluginSource: pluginSource(),
  }
  const told = { out: '', err: '', asked: 0, question: '', prepared: 0, finished: 0 }
  let names = 0
  const run = (task: Partial<SetupTask> = {}, answer: boolean | undefined = true) => {
    Object.assign(told, { out: '', err: '', asked: 0, question: '', prepared: 0, finished: 0 })
    return runSetup({
      agents: Object.values(AGENTS),
      surroundings: () => surroundings,
      isRemoval: false,
      isDryRun: false,
      screen: {
        print: (text) => {
          told.out += text
        },
        paint: paintFor(false),
        width: () => 80,
        isTerminal: false,
      },
      tell: (line) => {
        told.err += `${line}\n`
      },
      agrees: async (question) => {
        told.asked += 1
        told.question = question
        return answer
      },
      prepare: () => {
        told.prepared += 1
      },
      finished: () => {
        told.finished += 1
      },
      sameWithYes: 'signalbox setup --yes',
      now: 0,
      randomName: () => `r${++names}`,
      ...task,
    })
  }
  return { homeDir, told, run, read: () => allFiles(homeDir) }
}

function allFiles(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(directory.length + 1), readFileSync(path, 'utf8')]
    }),
  )
}

const FILES = {
  '.claude/settings.json': '{\n  "model": "opus"\n}\n',
  '.codex/config.toml': 'notify = ["ding"]\n',
  '.gemini/settings.json': '// mine\n{}',
  '.config/opencode/opencode.json': '{}',
}

describe('runSetup', () => {
  it('shows, asks, writes, has nothing to do the second time, and leaves nothing behind', async () => {
    const { run, told, read } = home(FILES)
    expect(await run({ isDryRun: true })).toBe(true)
    expect(told).toMatchObject({ asked: 0, prepared: 0 })
    expect(told.out).toContain('+notify = [')
    expect(told.out).toContain('+export const Signalbox')
    expect(told.out).toMatch(/\nNothing was changed\.\n$/)
    expect(read()).toEqual(FILES)

    expect(await run()).toBe(true)
    expect(told).toMatchObject({ asked: 1, prepared: 1, finished: 1, err: '' })
    expect(told.out).toContain('+notify = [')
    expect(told.out).toMatch(/^\+\+\+ \S+signalbox\.js \(a new file, \d{3} lines; --dry-run shows them\)$/m)
    expect(told.out).not.toContain('+export const Signalbox')
    expect(told.question).toMatch(/^( {2}\/\S+\n){4}Write these 4 files\? \[y\/N\] $/)
    expect(told.out).toContain('Claude Code is set up')
    expect(told.out).toContain('only be observed')
    const set = read()
    expect(Object.keys(set)).toHaveLength(Object.keys(FILES).length + 3 + 1)

    expect(await run()).toBe(true)
    expect(told).toMatchObject({
      asked: 0,
      prepared: 1,
      out: expect.stringContaining('Codex: nothing to change.'),
    })
    expect(read()).toEqual(set)

    expect(await run({ isRemoval: true })).toBe(true)
    expect(told.out).toMatch(/^--- \S+signalbox\.js \(is deleted, \d{3} lines/m)
    expect(told.question).toMatch(/signalbox\.js \(is deleted\)\nChange these 4 files\? \[y\/N\] $/)
    expect(read()).toEqual(FILES)
    expect(await run({ isRemoval: true })).toBe(true)
    expect(told).toMatchObject({ asked: 0, prepared: 0 })
  })

  it.each([
    ['nobody can be asked', undefined, false, /nobody can be asked here.*signalbox setup --yes/],
    ['the person says no', false, true, /^Nothing was changed\.$/m],
  ])('changes nothing when %s', async (_name, answer, isWell, sentence) => {
    const { run, told, read } = home(FILES)
    expect(await run({ agrees: async () => answer })).toBe(isWell)
    expect(told.err).toMatch(sentence)
    expect(told).toMatchObject({ prepared: 0, finished: 0 })
    expect(read()).toEqual(FILES)
  })

  it('leaves alone what does not parse, names it, and does the others', async () => {
    const { run, told, read } = home({
      ...FILES,
      '.claude/settings.json': '{ broken',
      '.codex/hooks.json': '[',
    })
    expect(await run()).toBe(false)
    expect(told.err.trim().split('\n')).toHaveLength(2)
    expect(told.err).toMatch(/\.claude\/settings\.json is left alone: it is not JSON/)
    expect(told.err).toMatch(/\.codex\/hooks\.json is left alone/)
    expect(read()['.claude/settings.json']).toBe('{ broken')
    expect(read()['.codex/config.toml']).toBe('notify = ["ding"]\n')
    expect(read()['.gemini/settings.json']).toContain('signalbox')
  })

  it('says so when a file cannot be written, and leaves both of Codex as they were', async () => {
    const { run, told, read, homeDir } = home({ ...FILES, '.codex/hooks.json': '{}' })
    chmodSync(join(homeDir, '.codex/config.toml'), 0o444)
    const before = read()
    expect(await run({ agents: [AGENTS.codex] })).toBe(false)
    expect(told.err).toMatch(/^Codex: .*config\.toml is read-only.*Nothing was changed\.$/m)
    expect(read()).toEqual(before)
  })

  it('keeps a backup that says more than the file, and names it', async () => {
    const { run, told, read, homeDir } = home(FILES)
    await run({ agents: [AGENTS.claude] })
    const path = join(homeDir, '.claude/settings.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('opus', 'sonnet'))
    expect(await run({ agents: [AGENTS.claude], isRemoval: true })).toBe(true)
    expect(told.out).toMatch(
      /was changed since setup; what it held before is still in .*backup-19700101T000000000Z/,
    )
    expect(read()['.claude/settings.json']).toBe('{\n  "model": "sonnet"\n}\n')
  })
})

describe('shownEdit', () => {
  const screen = { paint: paintFor(true), isTerminal: true }

  it('hides the token and whatever a terminal would act on, and colours lines', () => {
    const edit = {
      path: '/a',
      before: 'x\u001b[2J\r\n',
      after: 'Bearer tok\r\n',
      isFirst: true,
      isOurs: false,
    }
    expect(shownEdit(edit, screen, { token: 'tok', isBrief: true })).toEqual([
      '\u001b[1m--- /a\u001b[22m',
      '\u001b[1m+++ /a\u001b[22m',
      '\u001b[36m@@ -1 +1 @@\u001b[39m',
      '\u001b[31m-x\\x1b[2J\u001b[39m',
      '\u001b[32m+Bearer (the hook token)\u001b[39m',
    ])
    const plain = { paint: paintFor(false), isTerminal: false }
    expect(shownEdit({ ...edit, after: undefined }, plain)).toEqual([
      '--- /a',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-x\u001b[2J\r',
    ])
  })
})

describe('telemetry of Codex', () => {
  it('goes to where the gateway is, and holds once it was wanted', () => {
    const dataDir = tempDir()
    const config = { dataDir, host: '127.0.0.1', port: 8080 }
    expect(telemetryOf(config, 'fresh')).toEqual({
      endpoint: 'http://127.0.0.1:8080/v1/logs',
      token: 'fresh',
    })
    writeFileSync(join(dataDir, 'gateway'), 'http://127.0.0.1:9/\n')
    const token = ensureHookToken(dataDir)
    const telemetry = telemetryOf(config, 'fresh')
    expect(telemetry).toEqual({ endpoint: 'http://127.0.0.1:9/v1/logs', token })
    const text = withTables('', { hooks: [], trust: [], telemetry })
    expect(sendsTelemetry(new Map([['/x/config.toml', text]]))).toBe(true)
    for (const other of [undefined, '', 'x = ', '[otel]\n'])
      expect(sendsTelemetry(new Map([['/x/config.toml', other]]))).toBe(false)
  })
})

describe('what hooks need in the data directory', () => {
  it('is copied, can be run, and is brought up to date', () => {
    const dataDir = join(tempDir(), 'new')
    expect(outdatedClients(dataDir)).toHaveLength(2)
    installClients(dataDir, () => 'r')
    expect(outdatedClients(dataDir)).toEqual([])
    const client = join(dataDir, 'bin', 'signalbox-hook')
    expect(statSync(client).mode & 0o777).toBe(0o755)
    expect(readdirSync(join(dataDir, 'bin')).sort()).toEqual(['signalbox-hook', 'signalbox-hook.mjs'])
    writeFileSync(client, '#!/bin/sh\n# signalbox-hook 0\n')
    expect(outdatedClients(dataDir)).toEqual(['signalbox-hook'])
    writeFileSync(join(dataDir, 'spool'), '')
    expect(spooledEvents(dataDir)).toEqual({ waiting: 0, bad: 0 })
    expect(() => installClients('/dev/null/x', () => 'r')).toThrow(
      /cannot be copied to \/dev\/null\/x\/bin \(ENOTDIR\)/,
    )
  })

  it('is a token of its own, for its owner only, made once', () => {
    const dataDir = join(tempDir(), 'new')
    expect(readHookToken(dataDir)).toBeUndefined()
    const secret = randomBytes(32)
    const token = ensureHookToken(dataDir, secret)
    expect(token).toBe(secret.toString('base64url'))
    expect(ensureHookToken(dataDir)).toBe(token)
    expect(readFileSync(hookTokenPath(dataDir), 'utf8')).toBe(`Authorization: Bearer ${token}\n`)
    expect(statSync(hookTokenPath(dataDir)).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['hook-authorization'])
    writeFileSync(hookTokenPath(dataDir), 'nonsense')
    expect(() => ensureHookToken(dataDir)).toThrow('does not hold a token')
    expect(() => ensureHookToken('/dev/null/x')).toThrow(/cannot be (written|read or made).*ENOTDIR/)
    expect(existsSync('/dev/null/x')).toBe(false)
  })
})
