import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Gemini } from './harness/gemini.mjs'
import { Opencode } from './harness/opencode.mjs'
import { World } from './harness/world.mjs'
import { play } from './models/script.mjs'

/** These two take their time. */
const START_MS = 90_000

/** @type {World} */
let world
beforeAll(async () => {
  world = await World.start()
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.log(world.told())
})
afterAll(() => world?.close())

/** The types of a session's events that tell of its turns. @param {string} sessionId */
async function turnsOf(sessionId) {
  const told = [
    'turn_started',
    'user_message',
    'tool_call',
    'tool_result',
    'permission_requested',
    'turn_complete',
  ]
  const events = await world.logged(sessionId)
  return events
    .map((/** @type {{type: string}} */ { type }) => type)
    .filter((/** @type {string} */ type) => told.includes(type))
}

describe('Gemini CLI', () => {
  /** @type {Gemini} */
  let gemini
  beforeAll(async () => {
    gemini = new Gemini(world)
    await world.setup('gemini')
  })

  it('tells a turn', async () => {
    const list = { tool: 'list_directory', args: { dir_path: world.work } }
    const { code, stdout } = await gemini.print(play({ call: [list] }, { say: 'all well' }))
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('all well') })
    const { sessionId } = await world.events.until({
      type: 'session_created',
      where: ({ session }) => session.agentType === 'gemini',
    })
    await world.events.until({ type: 'session_state', sessionId, where: ({ state }) => state === 'inactive' })
    expect(await turnsOf(sessionId)).toEqual([
      'turn_started',
      'user_message',
      'tool_call',
      'tool_result',
      'turn_complete',
    ])
  })

  it('is seen to need somebody in its terminal, and to go on', async () => {
    const after = world.events.now
    const shell = { tool: 'run_shell_command', args: { command: 'touch gemini' } }
    const pane = await gemini.open(play({ call: [shell] }, { say: 'all well' }))
    const { sessionId } = await world.events.until({ type: 'session_created', after, ms: START_MS })
    await pane.until(/Allow once/, START_MS)
    const waiting = await world.events.until({
      type: 'watch_state',
      sessionId,
      where: ({ state }) => state === 'permission' || state === 'waiting',
    })
    await pane.press('Enter', /Allow once/)
    await world.events.until({ type: 'turn_complete', sessionId })
    await world.events.until({
      type: 'watch_state',
      sessionId,
      after: world.events.heard.indexOf(waiting) + 1,
      where: ({ state }) => state === 'idle',
    })
    expect(existsSync(join(world.work, 'gemini'))).toBe(true)
    await pane.kill()
  })
})

describe('opencode', () => {
  it('tells a turn, and its permission is given from another terminal', async () => {
    const opencode = new Opencode(world)
    await world.setup('opencode')
    const pane = await opencode.open()
    const after = world.events.now
    const bash = { tool: 'bash', args: { command: 'touch opencode', description: 'make a file' } }
    await pane.enter(play({ call: [bash] }, { say: 'all well' }))
    const asked = await world.events.until({ type: 'permission_requested', after, ms: START_MS })
    expect(asked).toMatchObject({ toolName: 'bash' })
    expect(await world.signalbox('approve', asked.requestId)).toMatchObject({ code: 0 })
    const { sessionId } = asked
    await world.events.until({ type: 'turn_complete', sessionId, ms: START_MS })
    expect(existsSync(join(world.work, 'opencode'))).toBe(true)
    expect(await world.watched(sessionId)).toMatchObject({ agent: 'opencode', state: 'idle', pid: pane.pid })
    expect(await turnsOf(sessionId)).toEqual([
      'turn_started',
      'user_message',
      'tool_call',
      'permission_requested',
      'tool_result',
      'turn_complete',
    ])
    await pane.kill()
  })
})
