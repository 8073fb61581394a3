import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Codex, escalated } from './harness/codex.mjs'
import { slowness } from './harness/slowness.mjs'
import { World } from './harness/world.mjs'
import { play } from './models/script.mjs'

const DIALOG = /Yes, proceed/
const SIX = [
  'session-start',
  'user-prompt-submit',
  'approval-requested',
  'approval-response',
  'agent-turn-complete',
  'session-end',
]

/** @type {World} */
let world
/** @type {Codex} */
let codex
/** @type {Awaited<ReturnType<Codex['appServer']>>} */
let server
/** @type {import('./harness/sse.mjs').Sse} */
let six
beforeAll(async () => {
  world = await World.start()
  codex = new Codex(world)
  // No hooks are set up: what is heard comes from the server alone.
  server = await codex.appServer()
  six = await world.six()
  // The gateway has found the server when it tells of a first turn there.
  const { pane } = await begin({ say: 'hello' })
  await pane.kill()
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.log(world.told())
})
afterAll(async () => {
  six?.close()
  await world?.close()
})

/** A pane that is attached to the server, at work on a prompt. @param {...import('./models/script.mjs').Step} steps */
async function begin(...steps) {
  const after = world.events.now
  const pane = await codex.open()
  await pane.enter(play(...steps))
  const { sessionId } = await world.events.until({ type: 'turn_started', after })
  const { aliases } = await world.ask(`/api/sessions/${sessionId}`)
  const thread = aliases.find((/** @type {{namespace: string}} */ { namespace }) => namespace === 'codex').id
  return { pane, sessionId, thread }
}

/** @param {string} thread */
const storyOf = (thread) => six.heard.filter((event) => event['thread-id'] === thread)

/** @param {string} sessionId @param {string} wanted @param {number} [after] */
const state = (sessionId, wanted, after = 0) =>
  world.events.until({ type: 'watch_state', sessionId, after, where: (event) => event.state === wanted })

describe('Codex, by its app-server alone', () => {
  it('is approved from another terminal', async () => {
    const { pane, sessionId, thread } = await begin(
      { call: [escalated('touch approved')] },
      { say: 'all well' },
    )
    const asked = await world.events.until({ type: 'permission_requested', sessionId })
    await pane.until(DIALOG)
    expect(await world.signalbox('approve', asked.requestId)).toMatchObject({ code: 0 })
    await pane.until(/^• all well/m)
    await world.events.until({ type: 'turn_complete', sessionId })
    expect(existsSync(join(world.work, 'approved'))).toBe(true)
    await six.until(({ type, 'thread-id': id }) => type === 'agent-turn-complete' && id === thread)
    const told = storyOf(thread)
    expect(told.map(({ type }) => type)).toEqual(SIX.slice(0, -1))
    expect(told[0]).toMatchObject({ cwd: world.work, pid: server.child.pid })
    expect(told[2]).toMatchObject({ 'approval-type': 'exec', description: 'touch approved' })
    expect(told[3]).toMatchObject({ approved: true })
    await pane.kill()
  })

  it('is denied from another terminal', async () => {
    const { pane, sessionId, thread } = await begin(
      { call: [escalated('touch denied')] },
      { say: 'what a pity' },
    )
    const asked = await world.events.until({ type: 'permission_requested', sessionId })
    expect(await world.signalbox('deny', asked.requestId)).toMatchObject({ code: 0 })
    await pane.until(/^• what a pity/m)
    await world.events.until({ type: 'turn_complete', sessionId })
    expect(existsSync(join(world.work, 'denied'))).toBe(false)
    const response = await six.until(
      ({ type, 'thread-id': id }) => type === 'approval-response' && id === thread,
    )
    expect(response).toMatchObject({ approved: false })
    await pane.kill()
  })

  it('is answered in its pane, and nobody is asked any more', async () => {
    const { pane, sessionId, thread } = await begin({ call: [escalated('touch here')] }, { say: 'all well' })
    const asked = await world.events.until({ type: 'permission_requested', sessionId })
    await pane.until(DIALOG)
    await pane.press('y', DIALOG)
    const pressed = Date.now()
    const ended = await world.events.until({
      type: ['request_closed', 'approval_resolved'],
      sessionId,
      where: ({ requestId }) => requestId === asked.requestId,
    })
    console.log(`answered in the pane: nobody is asked any more after ${ended.receivedAt - pressed} ms`)
    expect(ended.receivedAt - pressed).toBeLessThan(1000 * (await slowness()))
    const response = await six.until(
      ({ type, 'thread-id': id }) => type === 'approval-response' && id === thread,
    )
    expect(response).toMatchObject({ approved: true })
    await world.events.until({ type: 'turn_complete', sessionId })
    await pane.kill()
  })

  it('is idle after Esc in the middle of its words', async () => {
    const { pane, sessionId, thread } = await begin({ say: 'tick '.repeat(200), slow: 50 })
    await pane.until(/• tick/)
    await pane.keys('Escape')
    const done = await world.events.until({ type: 'turn_complete', sessionId })
    expect(done).toMatchObject({ stopReason: 'aborted' })
    await state(sessionId, 'idle', world.events.heard.indexOf(done))
    await six.until(({ type, 'thread-id': id }) => type === 'turn-aborted' && id === thread)
    await pane.kill()
  })

  it('is idle after Esc at its dialog', async () => {
    const { pane, sessionId } = await begin({ call: [escalated('touch never')] }, { say: 'never said' })
    const asked = await world.events.until({ type: 'permission_requested', sessionId })
    await pane.until(DIALOG)
    await pane.press('Escape', DIALOG)
    await world.events.until({ type: 'turn_complete', sessionId })
    await world.events.until({
      type: ['request_closed', 'approval_resolved'],
      sessionId,
      where: ({ requestId }) => requestId === asked.requestId,
    })
    await state(sessionId, 'idle', world.events.now - 5)
    await pane.kill()
  })

  it('is told once when its hooks tell the same', async () => {
    await world.setup('codex')
    // Hooks are read when a server starts.
    server.child.kill('SIGTERM')
    await server.ended
    server = await codex.appServer()
    const { pane, sessionId, thread } = await begin({ call: [escalated('touch twice')] }, { say: 'all well' })
    const asked = await world.events.until({ type: 'permission_requested', sessionId })
    await pane.until(DIALOG)
    expect(await world.signalbox('approve', asked.requestId)).toMatchObject({ code: 0 })
    await six.until(({ type, 'thread-id': id }) => type === 'agent-turn-complete' && id === thread)
    await pane.until(/^• all well/m)
    const logged = await world.logged(sessionId)
    const once = [
      'turn_started',
      'user_message',
      'tool_call',
      'permission_requested',
      'approval_resolved',
      'tool_result',
      'turn_complete',
    ]
    const types = logged.map((/** @type {{type: string}} */ { type }) => type)
    expect(types.filter((/** @type {string} */ type) => once.includes(type))).toEqual(once)
    expect(storyOf(thread).map(({ type }) => type)).toEqual(SIX.slice(0, -1))
    await pane.kill()
  })

  it('ends with its server', async () => {
    const { pane, sessionId, thread } = await begin(
      { call: [escalated('touch last')] },
      { say: 'tick '.repeat(200), slow: 50 },
    )
    const asked = await world.events.until({ type: 'permission_requested', sessionId })
    expect(await world.signalbox('approve', asked.requestId)).toMatchObject({ code: 0 })
    await pane.until(/• tick/)
    server.child.kill('SIGKILL')
    // Whoever notices first says it in its own words: the one who looks after processes, or the one at the socket.
    expect(['process_gone', 'app_server_gone']).toContain((await state(sessionId, 'ended')).reason)
    await six.until(({ type, 'thread-id': id }) => type === 'session-end' && id === thread)
    // The turn it was in the middle of had no end of its own.
    const told = storyOf(thread).map(({ type }) => type)
    expect(told.filter((type) => SIX.includes(type))).toEqual(
      SIX.filter((type) => type !== 'agent-turn-complete'),
    )
    await pane.kill()
  })
})
