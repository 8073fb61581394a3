import { SignalboxError } from '@signalbox/protocol'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Typist } from '../../delivery/typist.js'
import { ingest, readEvents } from '../../log/testing.js'
import type { ActivityOutcome, ActivityTask } from '../activity-runner.js'
import { sharedCrew } from './crew.fixture.js'
import { type SendToTerminalDeps, sendToTerminal } from './send-to-terminal.js'
import { failure, inTheEnd, testTask } from './testing.js'

const crew = sharedCrew()
let tasks = 0

const send = (
  config: Record<string, unknown>,
  more: Partial<ActivityTask> = {},
  deps: Partial<SendToTerminalDeps> = {},
): Promise<ActivityOutcome> => {
  const task = testTask('send_to_terminal', {
    deliveryId: `ev-${++tasks}/plan-created/0`,
    config: { message_template: 'Review {{summary}}', ...config },
    ...more,
  })
  return sendToTerminal({ ...crew(), ...deps }).run(task, new AbortController().signal)
}
const envelope = (text: string) => `<signalbox-message from="flow plan-created">${text}</signalbox-message>`

describe('send_to_terminal to an agent of ours', () => {
  const begin = async (agentType: string) => {
    const { commands, owner } = crew()
    return commands.create({ identity: owner, via: 'ws' }, { agentType, name: `${agentType} ${++tasks}` })
  }

  it('begins a turn, in which people read the message and the agent the envelope', async () => {
    const sessionId = await begin('coder')
    const outcome = await send({ target_session_id: sessionId })
    const turnId = outcome.ok ? outcome.turnId : ''
    expect(outcome).toEqual({
      ok: true,
      turnId,
      typedInto: sessionId,
      response: { session_id: sessionId, turn_id: turnId },
    })
    await expect.poll(() => crew().agentOf(sessionId).prompts).toEqual([envelope('Review All "done"')])
    const said = (await readEvents(crew().log, sessionId)).find(({ type }) => type === 'user_message')
    expect(said?.turnId).toBe(turnId)
    expect(JSON.parse(said?.data ?? '')).toMatchObject({ content: 'Review All "done"', via: 'flow' })
    // In the turn that runs the next one is a word to it.
    const again = await send({ target_session_id: sessionId, message_template: 'And {{type}}' })
    expect(again).toMatchObject({ ok: true, turnId })
    expect(crew().agentOf(sessionId).steered).toEqual([envelope('And notify_new_plan')])
  })

  it('waits for the end of a turn whose agent takes nothing while it works, without counting', async () => {
    const sessionId = await begin('deaf')
    const first = await send({ target_session_id: sessionId })
    const touches = vi.fn()
    const deliveryId = 'ev-late/plan-created/0'
    const late = () => send({ target_session_id: sessionId }, { deliveryId, touches })
    expect(failure(await late())).toMatchObject({ retry: true, uncounted: true, busy: {} })
    expect(touches).not.toHaveBeenCalled()
    const second = inTheEnd(late)
    await crew().agentOf(sessionId).say('turn_complete', { finalText: 'Done.' })
    const outcome = await second
    expect(outcome.ok && first.ok && outcome.turnId !== first.turnId).toBe(true)
    // Nobody heard that it was begun: it is not said again in its own turn.
    expect(await late()).toEqual(outcome)
    await crew().agentOf(sessionId).say('turn_complete', { finalText: 'Done.' })
    expect(crew().agentOf(sessionId).prompts).toHaveLength(2)
  })

  it('is not said again to an agent whose turn ends before it says that it has it', async () => {
    const sessionId = await begin('coder')
    await send({ target_session_id: sessionId })
    const given = new Promise<void>((resolve) => {
      crew().takesSteer = () => {
        resolve()
        return new Promise(() => {})
      }
    })
    onTestFinished(() => {
      crew().takesSteer = async () => {}
    })
    const outcome = send({ target_session_id: sessionId, message_template: 'Once' })
    await given
    await crew().agentOf(sessionId).say('turn_complete', { finalText: 'Done.' })
    expect(failure(await outcome)).toMatchObject({
      retry: false,
      error: 'it may be there: the turn ended before the agent could take it',
    })
    expect(crew().agentOf(sessionId).prompts).toHaveLength(1)
  })

  it.each([
    ['the log cannot write', new SignalboxError('unavailable', 'the log cannot write')],
    ['a bug', new Error('a bug')],
  ])('is not said again where it was said and then failed: %s', async (why, fault) => {
    const sessionId = await begin('coder')
    await send({ target_session_id: sessionId })
    const { turns } = crew()
    const steerTurn = vi.fn(async () => {
      throw fault
    })
    const start = vi.fn(turns.start.bind(turns))
    const outcome = await send({ target_session_id: sessionId }, {}, { turns: { start, steerTurn } })
    expect(failure(outcome)).toMatchObject({ retry: false, error: `it may be there: ${why}` })
    expect([steerTurn, start].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  })

  it('is its next turn where the one it was at is over before the agent was given anything', async () => {
    const sessionId = await begin('coder')
    await send({ target_session_id: sessionId })
    const { turns } = crew()
    const steerTurn = async () => {
      const over = crew().live.get(sessionId)?.busy
      await crew().agentOf(sessionId).say('turn_complete', { finalText: 'Done.' })
      await over
      throw new SignalboxError('noActiveTurn')
    }
    const start = turns.start.bind(turns)
    expect(await send({ target_session_id: sessionId }, {}, { turns: { start, steerTurn } })).toMatchObject({
      ok: true,
    })
    expect(crew().agentOf(sessionId).prompts).toHaveLength(2)
  })
})

describe('send_to_terminal', () => {
  it.each([
    [{ target_session_id: 'Nobody 1' }, false, 'there is no session "Nobody 1"'],
    [{ target_agent_name: 'nobody' }, true, 'no session of "nobody" runs'],
    [{}, false, 'neither target_session_id nor target_agent_name is given'],
    [{ target_session_id: ' ' }, false, 'neither target_session_id nor target_agent_name is given'],
  ])('cannot reach %j', async (config, retry, error) => {
    expect(await send(config)).toEqual({ ok: false, retry, error })
  })

  it('is not typed again where some of it may be there', async () => {
    const { sessionId } = await crew().log.commit(ingest('Half 1', []))
    const touched: unknown[] = []
    const typist = (claims: boolean): Pick<Typist, 'paneOf' | 'type'> => ({
      paneOf: () => ({ pane: '%1', socket: '/tmp/none' }) as never,
      async type({ claim }) {
        if (claims) await claim?.()
        throw new Error('the pane is gone')
      },
    })
    const type = (claims: boolean) => {
      const config = { target_session_id: 'Half 1', message_template: 'x' }
      const touches: ActivityTask['touches'] = (...at) => void touched.push(at)
      const task = testTask('send_to_terminal', { config, touches })
      return sendToTerminal({ ...crew(), typist: typist(claims) }).run(task, new AbortController().signal)
    }
    expect(await type(false)).toMatchObject({ ok: false, retry: true })
    expect(touched).toEqual([])
    expect(await type(true)).toMatchObject({
      ...{ ok: false, retry: false, error: 'it may be there in part: the pane is gone' },
    })
    expect(touched).toEqual([[sessionId, 'typing']])
  })

  it('says nothing at all only by mistake, and cannot type without a pane', async () => {
    await crew().log.commit(ingest('Alone 1', []))
    const empty = { target_session_id: 'Alone 1', message_template: '{{nothing}}' }
    expect(await send(empty)).toEqual({ ok: false, retry: false, error: 'the message is empty' })
    expect(await send({ target_session_id: 'Alone 1' })).toEqual({
      ok: false,
      retry: false,
      error: 'its agent is in no tmux pane of this machine',
    })
  })
})
