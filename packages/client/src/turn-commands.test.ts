import { describe, expect, it } from 'vitest'
import type { Message, Replies, Reply } from './replies.js'
import { TurnCommands } from './turn-commands.js'

/** Notes what is sent and answers with what the test says. */
class Recorder extends TurnCommands {
  readonly sent: object[] = []
  readonly #answer: object

  constructor(answer: object = {}) {
    super()
    this.#answer = answer
  }

  override async request<T extends keyof Replies>(message: Message<T>): Promise<Reply<T>> {
    this.sent.push(message)
    return this.#answer as Reply<T>
  }

  protected override newId(): string {
    return `id-${this.sent.length}`
  }
}

describe('turns', () => {
  it('are begun under an id of their own, so that they can be sent again', async () => {
    const answer = { type: 'turn_started', turnId: 'turn_1', seq: 1 }
    const commands = new Recorder(answer)
    expect(await commands.runTurn('s', 'Hello')).toEqual(answer)
    await commands.runTurn('s', 'Hello')
    await commands.runTurn('s', 'Hello', { clientTurnId: 'mine' })
    expect(commands.sent).toEqual([
      { type: 'run_turn', sessionId: 's', text: 'Hello', clientTurnId: 'id-0' },
      { type: 'run_turn', sessionId: 's', text: 'Hello', clientTurnId: 'id-1' },
      { type: 'run_turn', sessionId: 's', text: 'Hello', clientTurnId: 'mine' },
    ])
  })
})

describe('what is sent and what it comes to', () => {
  const requests = [{ requestId: 'r' }]
  it.each([
    ['stopTurn', (to: Recorder) => to.stopTurn('s'), { type: 'stop_turn', sessionId: 's' }, { turnId: 't' }],
    [
      'steer',
      (to: Recorder) => to.steer('s', 'Leave it'),
      { type: 'steer', sessionId: 's', content: 'Leave it' },
      { steerId: 'x' },
    ],
    [
      'respondPermission',
      (to: Recorder) => to.respondPermission('s', 'r', { approved: false, message: 'too wide' }),
      { type: 'respond_permission', sessionId: 's', requestId: 'r', approved: false, message: 'too wide' },
      { approved: false },
    ],
    [
      'respondPermission for good',
      (to: Recorder) => to.respondPermission('s', 'r', { approved: true, remember: true }),
      { type: 'respond_permission', sessionId: 's', requestId: 'r', approved: true, remember: true },
      { approved: true },
    ],
    [
      'answerQuestion',
      (to: Recorder) => to.answerQuestion('s', 'r', { answers: { strategy: 'big-bang' } }),
      { type: 'answer_question', sessionId: 's', requestId: 'r', answers: { strategy: 'big-bang' } },
      { dismissed: false },
    ],
    [
      'answerQuestion with nothing',
      (to: Recorder) => to.answerQuestion('s', 'r', { dismissed: true }),
      { type: 'answer_question', sessionId: 's', requestId: 'r', answers: {}, dismissed: true },
      { dismissed: true },
    ],
    [
      'switchMode',
      (to: Recorder) => to.switchMode('s', 'plan'),
      { type: 'switch_mode', sessionId: 's', mode: 'plan' },
      { mode: 'plan' },
    ],
    [
      'setAutonomyProfile',
      (to: Recorder) => to.setAutonomyProfile('s', 'recommended'),
      { type: 'set_autonomy_profile', sessionId: 's', profile: 'recommended' },
      { profile: 'recommended' },
    ],
    [
      'updateSessionSettings',
      (to: Recorder) => to.updateSessionSettings('s', { coalesceMs: 25 }),
      { type: 'update_session_settings', sessionId: 's', settings: { coalesceMs: 25 } },
      { settings: { coalesceMs: 25, idleCloseMs: 0 } },
    ],
  ])('%s', async (_name, act, message, answer) => {
    const commands = new Recorder(answer)
    expect(await act(commands)).toEqual(answer)
    expect(commands.sent).toEqual([message])
  })

  it.each([
    [
      'listRequests',
      (to: Recorder) => to.listRequests({ status: 'pending', limit: 5 }),
      { type: 'list_requests', status: 'pending', limit: 5 },
      { requests },
      requests,
    ],
    [
      'listAttention',
      (to: Recorder) => to.listAttention(),
      { type: 'list_attention' },
      { attention: [] },
      [],
    ],
    [
      'createSession',
      (to: Recorder) => to.createSession({ agentType: 'demo', mode: 'ideate' }),
      { type: 'create_session', agentType: 'demo', mode: 'ideate' },
      { session: { id: 's' } },
      { id: 's' },
    ],
  ])('%s', async (_name, act, message, answer, comesTo) => {
    const commands = new Recorder(answer)
    expect(await act(commands)).toEqual(comesTo)
    expect(commands.sent).toEqual([message])
  })
})
