import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Claude } from './harness/claude.mjs'
import { Codex } from './harness/codex.mjs'
import { Gemini } from './harness/gemini.mjs'
import { Opencode } from './harness/opencode.mjs'
import { World } from './harness/world.mjs'
import { play } from './models/script.mjs'

/** @type {World} */
let world
beforeAll(async () => {
  world = await World.start()
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.log(world.told())
})
afterAll(() => world?.close())

const PROMPT = play({ say: 'all well' })

/** Those that start quickly are run once more, to see that they are silent. */
const AGENTS = [
  {
    name: 'codex',
    dir: '.codex',
    quick: true,
    make: () => {
      const codex = new Codex(world)
      return () => codex.exec(PROMPT)
    },
  },
  {
    name: 'claude',
    dir: '.claude',
    quick: true,
    make: () => {
      const claude = new Claude(world)
      return () => claude.print(PROMPT)
    },
  },
  {
    name: 'gemini',
    dir: '.gemini',
    quick: false,
    make: () => {
      const gemini = new Gemini(world)
      return () => gemini.print(PROMPT)
    },
  },
  {
    name: 'opencode',
    dir: '.config/opencode',
    quick: false,
    make: () => {
      const opencode = new Opencode(world)
      return () => opencode.run(PROMPT)
    },
  },
]

const SETTINGS = /(settings\.json|config\.toml|hooks\.json|opencode\.json|plugins?\/[^/]+\.js)$/

/** The settings an agent has in its folder, by file. @param {string} dir */
function settingsIn(dir) {
  const path = join(world.home, dir)
  if (!existsSync(path)) return {}
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(
    (file) => SETTINGS.test(file) && !file.includes('node_modules'),
  )
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(path, file), 'utf8')]))
}

describe.each(AGENTS)('signalbox setup $name', ({ name, dir, quick, make }) => {
  it('lets it be heard, changes nothing the second time, and leaves no trace', async () => {
    const turn = make()
    const before = settingsIn(dir)
    expect(await world.signalbox('setup', name, '--dry-run')).toMatchObject({ code: 0 })
    expect(settingsIn(dir)).toEqual(before)
    expect(await world.signalbox('setup', name, '--yes')).toMatchObject({ code: 0 })
    const after = settingsIn(dir)
    expect(after).not.toEqual(before)
    expect(await world.signalbox('setup', name, '--yes')).toMatchObject({ code: 0 })
    expect(settingsIn(dir)).toEqual(after)
    const heard = world.events.now
    expect(await turn()).toMatchObject({ code: 0 })
    await world.events.until({ type: 'turn_complete', after: heard })
    expect(await world.signalbox('setup', name, '--remove', '--yes')).toMatchObject({ code: 0 })
    expect(settingsIn(dir)).toEqual(before)
    if (!quick) return
    const silent = world.events.now
    expect(await turn()).toMatchObject({ code: 0 })
    expect(world.events.all({ type: 'session_created', after: silent })).toEqual([])
  })
})
