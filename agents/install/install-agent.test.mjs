import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AGENTS, cacheDir, commandOf, executableIn, prefixOf } from './agents.mjs'
import { installAgent } from './install-agent.mjs'

const { codex: agent } = AGENTS
const NOBODY = 2 ** 22 + 1

function tempCache() {
  const cache = mkdtempSync(join(tmpdir(), 'signalbox-agents-'))
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }))
  return cache
}

/** @param {string} file */
function touch(file) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
}

/** An npm that works. */
const npm = vi.fn(async (/** @type {string[]} */ _args, /** @type {string} */ cwd) => {
  touch(executableIn(cwd, agent))
  return { code: 0, said: '' }
})

/** @param {string} said */
const refusing = (said) => async () => ({ code: 1, said })

describe('installAgent', () => {
  it('installs the pinned version without scripts, and leaves nothing else', async () => {
    const cache = tempCache()
    expect(await installAgent({ cache, name: 'codex', agent, npm })).toBe('installed')
    expect(npm).toHaveBeenCalledWith(
      expect.arrayContaining(['--ignore-scripts', '@openai/codex@0.166.0']),
      expect.any(String),
    )
    expect(readdirSync(cache)).toEqual(['codex-0.166.0'])
    expect(commandOf('codex', cache)).toEqual([executableIn(prefixOf(cache, 'codex', agent), agent)])
  })

  it('leaves one that is there alone', async () => {
    const cache = tempCache()
    touch(executableIn(prefixOf(cache, 'codex', agent), agent))
    expect(await installAgent({ cache, name: 'codex', agent, npm: refusing('') })).toBe('there')
  })

  it('does not take an interrupted one for a good one', async () => {
    const cache = tempCache()
    touch(join(prefixOf(cache, 'codex', agent), 'package.json'))
    touch(join(cache, `.tmp-${NOBODY}-codex-0.166.0`, 'package.json'))
    touch(join(cache, `.tmp-${process.ppid}-codex-0.166.0`, 'package.json'))
    expect(await installAgent({ cache, name: 'codex', agent, npm })).toBe('installed')
    expect(readdirSync(cache).sort()).toEqual([`.tmp-${process.ppid}-codex-0.166.0`, 'codex-0.166.0'])
  })

  it.each(['ENOTFOUND', 'ECONNREFUSED', 'EAI_AGAIN', 'ETIMEDOUT', 'E503'])(
    'says in one sentence that nobody answers (%s), and not who',
    async (code) => {
      const cache = tempCache()
      const said = `npm error code ${code}\nnpm error request to https://packages.example/x failed, reason: ${code}`
      const error = await installAgent({ cache, name: 'codex', agent, npm: refusing(said) }).catch((e) => e)
      expect(error.message).toMatch(/^Codex 0\.166\.0 could not be installed: .*cannot be reached/)
      expect(error.message).not.toMatch(/example|https|\n/)
      expect(readdirSync(cache)).toEqual([])
    },
  )

  it.each([
    ['npm error code E404\nnpm error 404 https://packages.example/x', 'npm ended with E404.'],
    ['something else', 'npm ended with 1.'],
  ])('tells the code of another failure: %j', async (said, end) => {
    const cache = tempCache()
    await expect(installAgent({ cache, name: 'codex', agent, npm: refusing(said) })).rejects.toThrow(end)
    expect(existsSync(prefixOf(cache, 'codex', agent))).toBe(false)
  })

  it('says when there is no program for this machine', async () => {
    const nothing = async () => ({ code: 0, said: '' })
    await expect(installAgent({ cache: tempCache(), name: 'codex', agent, npm: nothing })).rejects.toThrow(
      /no program for/,
    )
  })
})

describe('commandOf', () => {
  it.each([
    ['codex', 'Codex 0.166.0'],
    ['claude', 'Claude Code 2.1.325'],
    ['gemini', 'Gemini CLI 0.61.0'],
    ['opencode', 'opencode 1.18.33'],
  ])('says that %s is missing', (name, title) => {
    const wanted = /** @type {import('./agents.mjs').AgentName} */ (name)
    expect(() => commandOf(wanted, tempCache())).toThrow(`${title} is not installed`)
  })

  it('runs a script with this Node', () => {
    const cache = tempCache()
    const file = executableIn(prefixOf(cache, 'gemini', AGENTS.gemini), AGENTS.gemini)
    touch(file)
    expect(commandOf('gemini', cache)).toEqual([process.execPath, file])
  })
})

describe('cacheDir', () => {
  it('is outside the repository, or where one says', () => {
    expect(cacheDir({})).toMatch(/\.cache\/signalbox\/agents$/)
    expect(cacheDir({ SIGNALBOX_AGENTS_CACHE: '/else' })).toBe('/else')
  })
})
