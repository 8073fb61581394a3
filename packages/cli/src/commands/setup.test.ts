import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { start, startGateway, startOnTerminal, tempDir } from '../test/signalbox.js'

const NO_AGENTS = '/usr/bin:/bin'

function claudeHome(text: string) {
  const home = tempDir()
  const path = join(home, 'claude', 'settings.json')
  mkdirSync(join(home, 'claude'))
  writeFileSync(path, text)
  return {
    home,
    path,
    env: {
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, 'claude'),
      PATH: `${NO_AGENTS}:${join(process.execPath, '..')}`,
    },
  }
}

describe('signalbox setup', () => {
  it('writes on --yes only, finds agents by itself, and takes everything out again', async () => {
    const text = '{\r\n\t"model": "opus"\r\n}'
    const { home, path, env } = claudeHome(text)
    const unasked = await start(['setup'], env).ended
    expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('type: signalbox setup --yes') })
    expect(unasked.stdout).toContain(`+++ ${path}`)
    const dry = await start(['setup', 'claude', '--dry-run'], env).ended
    expect(dry).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/Nothing was changed\.\n$/),
    })
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect(existsSync(join(home, '.signalbox'))).toBe(false)

    expect(await start(['setup', '--yes'], env).ended).toMatchObject({ code: 0, stderr: '' })
    const { hooks } = JSON.parse(readFileSync(path, 'utf8'))
    const [client] = hooks.Stop[0].hooks[0].command.split(' ')
    expect(client).toBe(join(home, '.signalbox', 'bin', 'signalbox-hook'))
    expect(existsSync(client)).toBe(true)
    expect(readdirSync(join(home, '.signalbox')).sort()).toEqual(['bin', 'hook-authorization'])

    expect((await start(['setup', '--remove', '--yes'], env).ended).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect(readdirSync(join(home, 'claude'))).toEqual(['settings.json'])
  })

  it('asks on a terminal, and takes only yes for yes', async () => {
    const { path, env } = claudeHome('{}')
    const no = startOnTerminal(['setup', 'claude'], env)
    await no.until(/Write \S+\/claude\/settings\.json\? \[y\/N\] /)
    no.child.stdin.write('\r')
    expect((await no.ended).stdout).toContain('Nothing was changed.')
    expect(readFileSync(path, 'utf8')).toBe('{}')
    const yes = startOnTerminal(['setup', 'claude'], env)
    await yes.until(/settings\.json\? \[y\/N\] /)
    yes.child.stdin.write('y\r')
    expect((await yes.ended).stdout).toContain('Claude Code is set up')
    expect(readFileSync(path, 'utf8')).toContain('signalbox-hook')
  })

  it.each([
    [['cursor'], /setup knows claude, codex, gemini, opencode, not "cursor"/],
    [['claude', '--telemetry'], /--telemetry is for Codex only/],
    [[], /None of claude, .* was found.*signalbox setup claude/],
  ])('says what to type: %j', async (args, sentence) => {
    const env = { PATH: NO_AGENTS, HOME: tempDir() }
    const { code, stderr } = await start(['setup', ...args], env).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(sentence)
  })
})

describe('signalbox doctor', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-doctor-'))
  let gateway: Awaited<ReturnType<typeof startGateway>>
  beforeAll(async () => {
    gateway = await startGateway(dataDir)
  })
  afterAll(async () => {
    await gateway.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('looks at everything and says what is missing, then that nothing is', async () => {
    const { env } = claudeHome('{}')
    const claude = join(env.HOME, 'bin', 'claude')
    mkdirSync(join(env.HOME, 'bin'))
    writeFileSync(claude, '#!/bin/sh\necho "9.9 (Claude Code)"\n', { mode: 0o755 })
    const known = { ...env, PATH: `${join(env.HOME, 'bin')}:${env.PATH}`, SIGNALBOX_DATA_DIR: dataDir }
    const before = await start(['doctor', '--json'], known).ended
    expect(before).toMatchObject({ code: 1, stderr: '' })
    expect(JSON.parse(before.stdout)).toMatchObject({
      ok: false,
      checks: expect.arrayContaining([
        { name: 'gateway', lamp: 'ok', says: `answers at ${gateway.env.SIGNALBOX_URL}` },
        expect.objectContaining({ name: 'token', lamp: 'ok' }),
        expect.objectContaining({ name: 'hook client', lamp: 'wrong', type: 'signalbox setup' }),
        {
          name: 'claude',
          lamp: 'note',
          says: '9.9 (Claude Code) · not set up',
          type: 'signalbox setup claude',
        },
      ]),
    })
    await start(['setup', 'claude', '--yes'], known).ended
    const after = await start(['doctor'], known).ended
    expect(after).toMatchObject({ code: 0, stderr: '' })
    expect(after.stdout).toMatch(/ok +claude +9\.9 \(Claude Code\) · hooks in place · nothing heard yet/)
  })
})
