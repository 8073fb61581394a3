import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Claude } from './harness/claude.mjs'
import { slowness } from './harness/slowness.mjs'
import { World } from './harness/world.mjs'
import { play } from './models/script.mjs'

const DIALOG = /Do you want to proceed/
/** How long a hook of an agent nobody sits before is held. */
const HELD_MS = 3000

/** @type {World} */
let world
/** @type {Claude} */
let claude
beforeAll(async () => {
  world = await World.start({ config: { hold: { codexHook: HELD_MS } } })
  claude = new Claude(world)
  await world.setup('claude')
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.log(world.told())
})
afterAll(() => world?.close())

/** @param {string} command @returns {import('./models/script.mjs').Step} */
const bash = (command) => ({ call: [{ tool: 'Bash', args: { command, description: `Run ${command}` } }] })

/** A pane with Claude Code at work on a prompt, and its session. @param {...import('./models/script.mjs').Step} steps */
async function begin(...steps) {
  const after = world.events.now
  const pane = await claude.open()
  await pane.enter(play(...steps))
  const { sessionId } = await world.events.until({ type: 'session_created', after })
  return { pane, sessionId }
}

/** @param {string} sessionId @param {number} [after] */
const asked = (sessionId, after = 0) =>
  world.events.until({ type: ['permission_requested', 'question_requested'], sessionId, after })

/** @param {string} sessionId @param {string} wanted @param {number} [after] */
const state = (sessionId, wanted, after = 0) =>
  world.events.until({ type: 'watch_state', sessionId, after, where: (event) => event.state === wanted })

/** What everybody's list of requests has of a session. @param {string} sessionId */
const pending = async (sessionId) => {
  const { requests } = await world.ask('/api/requests?status=pending')
  return requests.filter((/** @type {{sessionId: string}} */ request) => request.sessionId === sessionId)
}

describe('Claude Code in a terminal', () => {
  it('has its dialog answered from another terminal', async () => {
    const { pane, sessionId } = await begin(bash('touch allowed'), { say: 'all well' })
    const request = await asked(sessionId)
    await pane.until(DIALOG)
    expect(await world.watched(sessionId)).toMatchObject({
      state: 'permission',
      agent: 'claude',
      pid: pane.pid,
      cwd: world.work,
      action: 'Bash: touch allowed',
    })
    expect(await world.signalbox('approve', request.requestId)).toMatchObject({ code: 0 })
    await pane.untilGone(DIALOG)
    await pane.until(/^● all well/m)
    await world.events.until({ type: 'turn_complete', sessionId })
    expect(existsSync(join(world.work, 'allowed'))).toBe(true)
    const cleared = await world.events.until({ type: 'attention_cleared', sessionId })
    expect(cleared.requestId).toBe(request.requestId)
    await pane.enter('/exit')
    await state(sessionId, 'ended')
    expect(await world.watched(sessionId)).toBeUndefined()
  })

  it('is denied with a message it hears', async () => {
    const { pane, sessionId } = await begin(bash('touch denied'), { say: 'what a pity' })
    const request = await asked(sessionId)
    expect(await world.signalbox('deny', request.requestId, '--message', 'not that one')).toMatchObject({
      code: 0,
    })
    await pane.until(/^● what a pity/m)
    await world.events.until({ type: 'turn_complete', sessionId })
    expect(existsSync(join(world.work, 'denied'))).toBe(false)
    expect(world.model.calls.at(-1)?.heard).toContain('not that one')
    expect(await world.events.until({ type: 'approval_resolved', sessionId })).toMatchObject({
      approved: false,
    })
    await pane.kill()
  })

  it('is answered in its pane, and nobody is asked any more', async () => {
    const { pane, sessionId } = await begin(bash('touch here'), { say: 'all well' })
    const request = await asked(sessionId)
    await pane.until(DIALOG)
    await pane.press('1', DIALOG)
    const pressed = Date.now()
    const ended = await world.events.until({
      type: ['request_closed', 'approval_resolved'],
      sessionId,
      where: ({ requestId }) => requestId === request.requestId,
    })
    console.log(`answered in the pane: nobody is asked any more after ${ended.receivedAt - pressed} ms`)
    expect(ended.receivedAt - pressed).toBeLessThan(1000 * (await slowness()))
    await world.events.until({ type: 'attention_cleared', sessionId })
    expect(await pending(sessionId)).toEqual([])
    const late = await world.signalbox('approve', request.requestId)
    expect(late.code).not.toBe(0)
    await world.events.until({ type: 'turn_complete', sessionId })
    await pane.kill()
  })

  it('is answered in its pane while the command runs on', async () => {
    const { pane, sessionId } = await begin(bash('sleep 8 && touch slow'), { say: 'all well' })
    const request = await asked(sessionId)
    await pane.until(DIALOG)
    await pane.press('1', DIALOG)
    const pressed = Date.now()
    const ended = await world.events.until({
      type: ['request_closed', 'approval_resolved'],
      sessionId,
      where: ({ requestId }) => requestId === request.requestId,
    })
    console.log(`answered in the pane: nobody is asked any more after ${ended.receivedAt - pressed} ms`)
    expect(ended.receivedAt - pressed).toBeLessThan(1000 * (await slowness()))
    await state(sessionId, 'busy', world.events.heard.indexOf(ended))
    await pane.kill()
  })

  it('has its question answered', async () => {
    const question = {
      question: 'Which colour?',
      header: 'Colour',
      multiSelect: false,
      options: [
        { label: 'Red', description: 'like a rose' },
        { label: 'Blue', description: 'like the sky' },
      ],
    }
    const { pane, sessionId } = await begin(
      { call: [{ tool: 'AskUserQuestion', args: { questions: [question] } }] },
      { say: 'all well' },
    )
    const request = await asked(sessionId)
    expect(request.type).toBe('question_requested')
    await pane.until(/Enter to select/)
    expect(await world.signalbox('answer', request.requestId, 'Blue')).toMatchObject({ code: 0 })
    await pane.until(/^● all well/m)
    expect(world.model.calls.at(-1)?.heard).toMatch(/Which colour\?.*Blue/)
    await world.events.until({ type: 'turn_complete', sessionId })
    await pane.kill()
  })

  it('has its plan accepted', async () => {
    const after = world.events.now
    const pane = await claude.open('--permission-mode', 'plan')
    // It keeps this tool aside until it is asked for.
    const search = { tool: 'ToolSearch', args: { query: 'select:ExitPlanMode', max_results: 5 } }
    const plan = { tool: 'ExitPlanMode', args: { plan: '# First this' } }
    await pane.enter(play({ call: [search] }, { call: [plan] }, { say: 'all well' }))
    const { sessionId } = await world.events.until({ type: 'session_created', after })
    const request = await asked(sessionId)
    expect(request).toMatchObject({ type: 'permission_requested', toolName: 'ExitPlanMode' })
    expect(await world.signalbox('approve', request.requestId)).toMatchObject({ code: 0 })
    await pane.until(/^● all well/m)
    await world.events.until({ type: 'turn_complete', sessionId })
    await pane.kill()
  })

  it.each([
    ['a command', () => bash('touch again')],
    [
      'a file',
      () => ({ call: [{ tool: 'Write', args: { file_path: join(world.work, 'file'), content: 'x' } }] }),
    ],
  ])('does not ask again for %s that is always allowed', async (_what, call) => {
    const { pane, sessionId } = await begin(call(), call(), { say: 'all well' })
    const request = await asked(sessionId)
    expect(await world.signalbox('approve', request.requestId, '--remember')).toMatchObject({ code: 0 })
    await world.events.until({ type: 'turn_complete', sessionId })
    expect(world.events.all({ type: 'tool_result', sessionId })).toHaveLength(2)
    expect(world.events.all({ type: 'permission_requested', sessionId })).toHaveLength(1)
    await pane.kill()
  })

  it('raises nothing for calls that need nobody', async () => {
    const { pane, sessionId } = await begin(bash('echo one'), bash('ls'), { say: 'all well' })
    await world.events.until({ type: 'turn_complete', sessionId })
    await state(sessionId, 'idle', world.events.now - 3)
    expect(world.events.all({ type: 'tool_call', sessionId })).toHaveLength(2)
    expect(world.events.all({ type: 'attention_raised', sessionId })).toEqual([])
    expect(world.events.all({ type: 'permission_requested', sessionId })).toEqual([])
    await pane.kill()
  })

  it('is not idle while a subagent works in the background', async () => {
    const task = {
      description: 'look around',
      subagent_type: 'general-purpose',
      prompt: play(
        { call: [{ tool: 'Bash', args: { command: 'sleep 2; echo looked', description: 'look' } }] },
        { say: 'looked' },
      ),
    }
    const { pane, sessionId } = await begin(
      { call: [{ tool: 'Agent', args: task }] },
      { say: 'it works on' },
      { say: 'it is done' },
    )
    await pane.until(/^● it works on/m)
    const done = await world.events.until({ type: 'turn_complete', sessionId })
    expect(done).toMatchObject({ backgroundTasks: 1 })
    expect(await world.watched(sessionId)).toMatchObject({ state: 'busy' })
    const now = world.events.heard.indexOf(done) + 1
    await pane.until(/^● it is done/m)
    await world.events.until({ type: 'turn_complete', sessionId, after: now })
    await state(sessionId, 'idle', now)
    expect(
      world.events.all({ type: 'watch_state', sessionId, where: ({ state }) => state === 'idle' }),
    ).toHaveLength(2)
    await pane.kill()
  })

  it('is idle after Esc in the middle of its words', async () => {
    const { pane, sessionId } = await begin({ say: 'tick '.repeat(200), slow: 50 })
    await pane.until(/● tick/)
    await pane.keys('Escape')
    const done = await world.events.until({ type: 'turn_complete', sessionId })
    expect(done).toMatchObject({ stopReason: 'aborted' })
    await state(sessionId, 'idle', world.events.heard.indexOf(done))
    await pane.kill()
  })

  it('is idle after Esc at its dialog, and asks nobody any more', async () => {
    const { pane, sessionId } = await begin(bash('touch never'), { say: 'never said' })
    const request = await asked(sessionId)
    await pane.until(DIALOG)
    await pane.press('Escape', DIALOG)
    const done = await world.events.until({ type: 'turn_complete', sessionId })
    expect(done).toMatchObject({ stopReason: 'aborted' })
    await world.events.until({
      type: ['request_closed', 'approval_resolved'],
      sessionId,
      where: ({ requestId }) => requestId === request.requestId,
    })
    await state(sessionId, 'idle', world.events.heard.indexOf(done))
    expect(await pending(sessionId)).toEqual([])
    await pane.kill()
  })

  it('begins a turn with a prompt that was typed before the last one had ended', async () => {
    const { pane, sessionId } = await begin({ say: 'first '.repeat(10), slow: 100 })
    await pane.until(/● first/)
    await pane.enter(play(bash('echo second'), { say: 'second end' }))
    await pane.until(/^● second end/m)
    const second = await world.events.until({
      type: 'turn_complete',
      sessionId,
      where: ({ finalText }) => String(finalText).includes('second end'),
    })
    await state(sessionId, 'idle', world.events.heard.indexOf(second))
    const started = world.events.all({ type: 'turn_started', sessionId })
    expect(started.map(({ turnId }) => turnId).at(-1)).toBe(second.turnId)
    expect(world.events.all({ type: 'tool_call', sessionId })).toMatchObject([{ turnId: second.turnId }])
    expect(world.events.all({ type: 'user_message', sessionId })).toHaveLength(2)
    await pane.kill()
  })

  it('is approved by a key in the watch view of another pane', async () => {
    const watch = await world.watch()
    const { pane, sessionId } = await begin(bash('touch by-key'), { say: 'all well' })
    await asked(sessionId)
    await pane.until(DIALOG)
    await watch.until(/Needs you .*touch by-key/)
    await watch.keys('n')
    await watch.until(/Wants to run:\s+│ touch by-key/)
    // It takes no yes to what somebody cannot have read yet.
    await watch.press('a', /Wants to run/)
    await pane.untilGone(DIALOG)
    await pane.until(/^● all well/m)
    await world.events.until({ type: 'turn_complete', sessionId })
    await watch.keys('q')
    await watch.ended()
    await pane.kill()
  })

  it('asks nobody for long when nobody sits before it', async () => {
    const after = world.events.now
    const { code, ms } = await claude.print(play(bash('touch unattended'), { say: 'it went on' }))
    expect(code).toBe(0)
    expect(ms).toBeLessThan(HELD_MS + 20_000)
    const { sessionId } = await world.events.until({ type: 'session_created', after })
    await state(sessionId, 'ended')
    expect(existsSync(join(world.work, 'unattended'))).toBe(false)
    expect(await pending(sessionId)).toEqual([])
  })

  it('is gone after kill -9, also while it asks', async () => {
    const { pane, sessionId } = await begin(bash('touch nobody'), { say: 'never said' })
    await asked(sessionId)
    process.kill(pane.pid, 'SIGKILL')
    expect(await state(sessionId, 'ended')).toMatchObject({ reason: 'process_gone' })
    expect(await world.watched(sessionId)).toMatchObject({ state: 'ended', reason: 'process_gone' })
    expect(await pending(sessionId)).toEqual([])
  })

  it('tells a turn that failed', async () => {
    const { pane, sessionId } = await begin({ fail: 400 })
    await world.events.until({ type: 'turn_error', sessionId })
    expect(await state(sessionId, 'idle', world.events.now - 4)).toMatchObject({ reason: 'failed' })
    await pane.kill()
  })
})
