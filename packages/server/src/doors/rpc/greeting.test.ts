import type { SessionState } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { Hub } from '../../hub/hub.js'
import { published } from '../../hub/testing.js'
import { greetedThread, greetingLines } from './greeting.js'

const ID = '01994f3a-0000-7000-8000-000000000001'
const scope = { tenantId: 'local', sessionId: ID }

function thread(seq: number, more: object = {}, meta: object = {}): SessionState {
  return {
    seq,
    ended: false,
    meta: { id: ID, origin: 'managed', archived: false, ...meta },
    ...more,
  } as never
}

/** A log whose answers come with what was published before them. */
function open(answers: (() => SessionState | undefined)[]) {
  const hub = new Hub()
  hub.close()
  const said = (seq: number) => hub.publish([published('text_delta', seq, { sessionId: ID })])
  let looks = 0
  const log = { epoch: 'e', snapshot: async () => answers[Math.min(looks++, answers.length - 1)]?.() }
  const deps = { log, hub, currentThread: (): string | undefined => ID, paused: () => false }
  return { deps, said, looks: () => looks }
}

describe('greetedThread', () => {
  it('is the one a stream is about, else the current one, else none', async () => {
    const { deps } = open([() => thread(7)])
    expect((await greetedThread(deps, scope))?.seq).toBe(7)
    expect((await greetedThread(deps, { tenantId: 'local' }))?.seq).toBe(7)
    const none = { ...deps, currentThread: () => undefined }
    expect(await greetedThread(none, { tenantId: 'local' })).toBeUndefined()
    expect(await greetedThread(open([() => undefined]).deps, scope)).toBeUndefined()
  })

  it('is looked at again when something was published that the look did not see', async () => {
    const { deps, said, looks } = open([
      () => {
        said(8)
        return thread(7)
      },
      () => {
        said(9)
        return thread(8)
      },
      () => thread(9),
    ])
    expect((await greetedThread(deps, scope))?.seq).toBe(9)
    expect(looks()).toBe(3)
  })

  it('does not wait for an agent that says something all the while', async () => {
    let seq = 1
    const { deps, said, looks } = open([
      () => {
        said(++seq)
        return thread(seq - 1)
      },
    ])
    expect((await greetedThread(deps, scope))?.seq).toBe(seq)
    expect(looks()).toBe(20)
  })
})

describe('greetingLines', () => {
  const { deps } = open([])
  const methods = (state: SessionState, paused = false) =>
    greetingLines({ ...deps, paused: () => paused }, state, 5).map(({ method }) => method)

  it('say that the thread is there, and that it is paused', () => {
    expect(methods(thread(1))).toEqual(['thread/started'])
    expect(methods(thread(1, {}, { paused: true }))).toEqual(['thread/started', 'thread/paused'])
    expect(methods(thread(1), true)).toEqual(['thread/started', 'thread/paused'])
    expect(greetingLines(deps, thread(3), 5)[0]?.params).toEqual({
      ...{ thread_id: `thread_${ID}`, type: 'started', state: 'running' },
      ...{ started_at: '2025-09-15T21:13:45.216Z', seq: 3, offset: 5, epoch: 'e' },
    })
  })

  it('are none of a closed one; one that was never heard of is not closed', () => {
    expect(methods(thread(1, {}, { archived: true }))).toEqual([])
    expect(methods(thread(1, { ended: true }, { origin: 'observed' }))).toEqual([])
    expect(methods(thread(1, { ended: true }))).toEqual(['thread/started'])
    expect(methods(thread(1, {}, { origin: 'observed' }))).toEqual(['thread/started'])
  })
})
