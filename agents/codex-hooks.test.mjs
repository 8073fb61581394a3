import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Codex, escalated } from './harness/codex.mjs'
import { World } from './harness/world.mjs'
import { play } from './models/script.mjs'

/** @type {World} */
let world
/** @type {Codex} */
let codex
/** @type {import('./harness/sse.mjs').Sse} */
let six
beforeAll(async () => {
  // Nobody waits long for an answer that does not come.
  world = await World.start({ config: { hold: { codexHook: 5000 } } })
  codex = new Codex(world)
  await world.setup('codex')
  six = await world.six()
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.log(world.told())
})
afterAll(async () => {
  six?.close()
  await world?.close()
})

/** A pane with Codex at work on a prompt, and the session that came of it. @param {...import('./models/script.mjs').Step} steps */
async function begin(...steps) {
  const after = world.events.now
  const pane = await codex.open('--no-daemon')
  await pane.enter(play(...steps))
  const { sessionId } = await world.events.until({ type: 'session_created', after })
  return { pane, sessionId }
}

/** What the six events say of the session, once its end is among them. @param {string} thread */
async function story(thread) {
  await six.until((event) => event.type === 'session-end' && event['thread-id'] === thread)
  return six.heard.filter((event) => event['thread-id'] === thread)
}

/** @param {string} sessionId */
const threadOf = async (sessionId) => {
  const { aliases } = await world.ask(`/api/sessions/${sessionId}`)
  return aliases.find((/** @type {{namespace: string}} */ { namespace }) => namespace === 'codex').id
}

describe('Codex, by its hooks alone', () => {
  it('tells a turn of codex exec', async () => {
    const after = world.events.now
    const { ended, child } = codex.startExec(
      play({ call: [{ tool: 'exec_command', args: { cmd: 'echo hi' } }] }, { say: 'all well' }),
    )
    const { sessionId } = await world.events.until({ type: 'session_created', after })
    expect(await ended).toMatchObject({ code: 0 })
    const thread = await threadOf(sessionId)
    const told = await story(thread)
    expect(told.map(({ type }) => type)).toEqual([
      'session-start',
      'user-prompt-submit',
      'agent-turn-complete',
      'session-end',
    ])
    expect(told[0]).toMatchObject({ 'thread-id': thread, cwd: world.work, pid: child.pid })
    expect(told[2]).toMatchObject({ 'last-assistant-message': 'all well' })
    expect(world.events.all({ type: 'attention_raised', sessionId })).toEqual([])
  })

  it('tells all six of a turn that is approved from another terminal', async () => {
    const { pane, sessionId } = await begin({ call: [escalated('touch approved')] }, { say: 'all well' })
    const asked = await world.events.until({ type: 'permission_requested', sessionId })
    expect(asked).toMatchObject({ toolName: 'Bash' })
    expect(await world.signalbox('approve', asked.requestId)).toMatchObject({ code: 0 })
    await world.events.until({ type: 'turn_complete', sessionId })
    expect(existsSync(join(world.work, 'approved'))).toBe(true)
    await pane.until(/^• all well/m)
    await pane.enter('/quit')
    const thread = await threadOf(sessionId)
    const told = await story(thread)
    expect(told.map(({ type }) => type)).toEqual([
      'session-start',
      'user-prompt-submit',
      'approval-requested',
      'approval-response',
      'agent-turn-complete',
      'session-end',
    ])
    expect(told[0]).toMatchObject({ cwd: world.work, pid: pane.pid })
    expect(told[2]).toMatchObject({ 'approval-type': 'exec', description: 'touch approved' })
    expect(told[3]).toMatchObject({ approved: true })
    expect(await world.watched(sessionId)).toBeUndefined()
  })

  it('is denied from another terminal', async () => {
    const { pane, sessionId } = await begin({ call: [escalated('touch denied')] }, { say: 'what a pity' })
    const asked = await world.events.until({ type: 'permission_requested', sessionId })
    const denied = await world.signalbox('deny', asked.requestId, '--message', 'not that one')
    expect(denied).toMatchObject({ code: 0 })
    await world.events.until({ type: 'turn_complete', sessionId })
    expect(existsSync(join(world.work, 'denied'))).toBe(false)
    expect(world.model.calls.at(-1)?.heard).toContain('not that one')
    await pane.enter('/quit')
    const told = await story(await threadOf(sessionId))
    expect(told.map(({ type }) => type)).toContain('approval-response')
    expect(told.find(({ type }) => type === 'approval-response')).toMatchObject({ approved: false })
  })

  it('is idle after it was interrupted in the middle of its words', async () => {
    const { pane, sessionId } = await begin({ say: 'tick '.repeat(200), slow: 50 })
    await pane.until(/• tick/)
    await pane.keys('Escape')
    expect(await world.events.until({ type: 'turn_complete', sessionId })).toMatchObject({
      stopReason: 'aborted',
    })
    await world.events.until({ type: 'watch_state', sessionId, where: ({ state }) => state === 'idle' })
    const thread = await threadOf(sessionId)
    await six.until(({ type, 'thread-id': id }) => type === 'turn-aborted' && id === thread)
    await pane.kill()
  })

  it('is idle after its dialog was cancelled', async () => {
    const { pane, sessionId } = await begin({ call: [escalated('touch cancelled')] }, { say: 'never said' })
    const asked = await world.events.until({ type: 'permission_requested', sessionId })
    // Nobody answers here, so it asks in its own terminal.
    await pane.until(/Yes, proceed/, 40_000)
    await pane.press('Escape', /Yes, proceed/)
    await world.events.until({ type: 'turn_complete', sessionId })
    const ended = await world.events.until({
      type: ['request_closed', 'approval_resolved'],
      sessionId,
      where: ({ requestId }) => requestId === asked.requestId,
    })
    expect(ended.receivedAt).toBeGreaterThan(0)
    await world.events.until({ type: 'watch_state', sessionId, where: ({ state }) => state === 'idle' })
    await pane.kill()
  })

  it('is gone after kill -9', async () => {
    const { pane, sessionId } = await begin({ say: 'tick '.repeat(200), slow: 50 })
    await pane.until(/• tick/)
    await world.events.until({ type: 'watch_state', sessionId, where: ({ state }) => state === 'busy' })
    process.kill(pane.pid, 'SIGKILL')
    const ended = await world.events.until({
      type: 'watch_state',
      sessionId,
      where: ({ state }) => state === 'ended',
    })
    expect(ended).toMatchObject({ reason: 'process_gone' })
    expect(await world.watched(sessionId)).toMatchObject({ state: 'ended', reason: 'process_gone' })
  })
})
