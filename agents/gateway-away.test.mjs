import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Claude } from './harness/claude.mjs'
import { Codex } from './harness/codex.mjs'
import { slowness } from './harness/slowness.mjs'
import { World } from './harness/world.mjs'
import { play } from './models/script.mjs'

/** What a hook may cost an agent when nobody answers. */
const HOOK_MS = 300
const STORY = ['turn_started', 'user_message', 'tool_call', 'tool_result', 'turn_complete']

/** @type {World} */
let world
/** @type {Codex} */
let codex
/** @type {Claude} */
let claude
beforeAll(async () => {
  world = await World.start()
  codex = new Codex(world)
  claude = new Claude(world)
  await world.setup('codex')
  await world.setup('claude')
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.log(world.told())
})
afterAll(() => world?.close())

const AGENTS = [
  {
    name: 'codex',
    hooks: 6,
    turn: (/** @type {string} */ mark) =>
      codex.exec(play({ call: [{ tool: 'exec_command', args: { cmd: `echo ${mark}` } }] }, { say: mark })),
  },
  {
    name: 'claude',
    hooks: 6,
    turn: (/** @type {string} */ mark) =>
      claude.print(play({ call: [{ tool: 'Bash', args: { command: `echo ${mark}` } }] }, { say: mark })),
  },
]

/** The session in which a prompt was given. @param {string} mark */
async function sessionWith(mark) {
  const { sessionId } = await world.events.until({
    type: 'user_message',
    where: ({ content }) => String(content).includes(mark),
  })
  await world.events.until({ type: 'session_state', sessionId, where: ({ state }) => state === 'inactive' })
  return sessionId
}

/** Every event of the session that tells of the turn. @param {string} sessionId */
const storyOf = async (sessionId) =>
  (await world.logged(sessionId)).filter((/** @type {{type: string}} */ { type }) => STORY.includes(type))

describe.each(AGENTS)('$name while the gateway is away', ({ name, hooks, turn }) => {
  let usual = 0
  let slow = 1

  it('is heard of at once when it is there', async () => {
    // The first start of an agent is slower than the others.
    await turn(`${name}-warm`)
    const { code, ms } = await turn(`${name}-usual`)
    expect(code).toBe(0)
    usual = ms
    slow = await slowness()
    const events = await storyOf(await sessionWith(`${name}-usual`))
    expect(events.map(({ type }) => type)).toEqual(STORY)
    expect(events.filter(({ late }) => late)).toEqual([])
  })

  it('works on undisturbed when it is stopped, and is told of later, in order and marked so', async () => {
    const { code, ms, stdout } = await world.away(() => turn(`${name}-stopped`))
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`${name}-stopped`) })
    console.log(`${name}: a turn takes ${Math.round(usual)} ms, without the gateway ${Math.round(ms)} ms`)
    expect(ms).toBeLessThan(usual + hooks * HOOK_MS * slow)
    const sessionId = await sessionWith(`${name}-stopped`)
    const events = await storyOf(sessionId)
    expect(events.map(({ type }) => type)).toEqual(STORY)
    expect(events.filter(({ late }) => late !== true)).toEqual([])
    const times = events.map(({ occurredAt }) => occurredAt)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(world.events.all({ type: 'attention_raised', sessionId })).toEqual([])
  })

  it('works on when it hangs, and is told of later', async () => {
    const { port } = new URL(world.gateway.origin)
    const { code, ms } = await world.away(async () => {
      const silent = await listenSilently(Number(port))
      const ended = await turn(`${name}-hung`)
      await silent.close()
      return ended
    })
    console.log(`${name}: a turn with a gateway that hangs takes ${Math.round(ms)} ms`)
    expect(code).toBe(0)
    expect(ms).toBeLessThan(usual + hooks * HOOK_MS * slow)
    const events = await storyOf(await sessionWith(`${name}-hung`))
    expect(events.map(({ type }) => type)).toEqual(STORY)
  })
})

/** Takes every connection and never answers. @param {number} port */
async function listenSilently(port) {
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Approves; its hook comes back within a second or two of the start, and only then there is somebody to tell. @param {string} requestId */
async function answered(requestId) {
  for (let tries = 1; ; tries += 1) {
    const told = await world.signalbox('approve', requestId)
    if (told.code === 0 || tries === 10) return told
  }
}

describe('Claude Code that asks while the gateway is started again', () => {
  it('can still be answered', async () => {
    const after = world.events.now
    const pane = await claude.open()
    await pane.enter(play({ call: [{ tool: 'Bash', args: { command: 'touch kept' } }] }, { say: 'all well' }))
    const asked = await world.events.until({ type: 'permission_requested', after })
    await pane.until(/Do you want to proceed/)
    await world.away(async () => {})
    expect(await answered(asked.requestId)).toMatchObject({ code: 0 })
    await pane.until(/^● all well/m)
    await world.events.until({ type: 'turn_complete', sessionId: asked.sessionId })
    await pane.kill()
  })
})
