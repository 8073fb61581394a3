import { type Client, GatewayError, type SessionEvent, type Told } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { isDurable, joinedAt, playSession, type Step } from '../transcript/played-session.fixture.js'
import { partsOf } from '../transcript/split-text.js'
import { type FeedClient, SessionFeed } from './session-feed.js'

const TURN: Step[] = [
  { type: 'turn_started', command: true },
  { type: 'user_message', data: { content: 'Hello', via: 'ws', itemId: 'i' } },
  { type: 'text_delta', data: { text: 'One. ' } },
  { type: 'tool_call', data: { toolCallId: 'a', toolName: 'bash', args: {} } },
  { type: 'usage_context', data: { contextTokens: 10, maxContextTokens: 100 } },
  { type: 'text_delta', data: { text: 'Two' } },
  { type: 'text_delta', data: { text: ' and three.' } },
  { type: 'turn_complete', data: { finalText: '' } },
]
const { events, states } = playSession(TURN)
const indexOf = (type: string) => events.findIndex((event) => event.type === type)

/** A gateway with this session at some point of it, told by hand. */
function gatewayAt(index: number, answer: 'joined' | 'unknown' = 'joined') {
  const listeners: { [K in keyof Told]?: (value: Told[K]) => void } = {}
  const state = states[index]
  if (!state) throw new Error('no such point')
  const { snapshot, stream } = joinedAt(state)
  const left: string[] = []
  const client = {
    on: (kind: keyof Told, listener: never) => {
      listeners[kind] = listener
      return () => delete listeners[kind]
    },
    join: async () => {
      if (answer === 'unknown') throw new GatewayError('SessionNotFound', 'no such session')
      listeners.snapshot?.(snapshot)
      if (stream) listeners.stream?.(stream)
      listeners.replayed?.({ type: 'replay_complete', sessionId: 's', lastSeq: snapshot.lastSeq, epoch: 'e' })
      return snapshot
    },
    leave: (sessionId: string) => left.push(sessionId),
    request: async ({ afterSeq, limit }: { afterSeq: number; limit: number }) => {
      const kept = events.filter(
        (event) => isDurable(event) && event.seq > afterSeq && event.seq <= state.seq,
      )
      return { events: kept.slice(0, limit), next: null }
    },
  } as unknown as FeedClient
  const tell = (event: SessionEvent) =>
    (listeners.event as Client['on'] extends never ? never : (e: SessionEvent) => void)?.(event)
  return { client, tell, left, listeners }
}

/** Frames of the screen, one at a time. */
function frames() {
  const waiting = new Set<() => void>()
  return {
    soon: (run: () => void) => {
      waiting.add(run)
      return () => waiting.delete(run)
    },
    pass: () => {
      for (const run of [...waiting]) {
        waiting.delete(run)
        run()
      }
    },
    count: () => waiting.size,
  }
}

const answers = (feed: SessionFeed) =>
  feed
    .state()
    .transcript.written.items.flatMap((item) => (item.kind === 'answer' ? [partsOf(item.text).join('')] : []))

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the feed of a session', () => {
  it('shows the last page and the running turn, and nothing before both are there', async () => {
    const middle = events.findIndex((event) => event.type === 'text_delta' && event.text === 'Two')
    const { client } = gatewayAt(middle)
    const feed = new SessionFeed(client, 's', frames().soon)
    const phases: string[] = []
    feed.subscribe(() => phases.push(feed.state().transcript.phase))
    feed.start()
    await settled()
    expect(answers(feed)).toEqual(['One. ', 'Two'])
    expect(new Set(phases)).toEqual(new Set(['opening', 'open']))
    expect(feed.state()).toMatchObject({ reading: false, facts: { turn: { turnId: expect.any(String) } } })
  })

  it('writes what came once per frame', async () => {
    const middle = indexOf('tool_call')
    const { client, tell } = gatewayAt(middle)
    const screen = frames()
    const feed = new SessionFeed(client, 's', screen.soon)
    feed.start()
    await settled()
    screen.pass()
    let told = 0
    feed.subscribe(() => told++)
    for (const event of events.slice(middle + 1)) tell(event)
    expect(told).toBe(0)
    expect(screen.count()).toBe(1)
    screen.pass()
    expect(told).toBe(1)
    expect(answers(feed)).toEqual(['One. ', 'Two and three.'])
    expect(feed.state().facts).toMatchObject({
      turn: null,
      usage: { context: { contextTokens: 10, maxContextTokens: 100 } },
    })
  })

  it('says that there is no such session', async () => {
    const feed = new SessionFeed(gatewayAt(0, 'unknown').client, 's', frames().soon)
    feed.start()
    await settled()
    expect(feed.state().transcript.phase).toBe('gone')
  })

  it('says that what is older could not be read, and reads it when asked again', async () => {
    const { client } = gatewayAt(states.length - 1)
    const request = client.request
    let refusals = 0
    client.request = (async (message: never) => {
      if (refusals++ === 0) throw new GatewayError('InternalError', 'not now')
      return request(message)
    }) as typeof client.request
    const feed = new SessionFeed(client, 's', frames().soon)
    feed.start()
    await settled()
    expect(feed.state()).toMatchObject({ reading: false, unread: true, transcript: { phase: 'opening' } })
    await feed.loadOlder()
    expect(feed.state()).toMatchObject({ reading: false, unread: false, transcript: { phase: 'open' } })
    expect(answers(feed)).toEqual(['One. ', 'Two and three.'])
  })

  it('joins again when asked to, where it could not', async () => {
    const { client } = gatewayAt(states.length - 1)
    const join = client.join as (id: string) => Promise<unknown>
    let refusals = 0
    client.join = (async (id: string) => {
      if (refusals++ === 0) throw new GatewayError('InternalError', 'not now')
      return join(id)
    }) as typeof client.join
    const feed = new SessionFeed(client, 's', frames().soon)
    feed.start()
    await settled()
    expect(feed.state()).toMatchObject({ reading: false, unread: true })
    feed.retry()
    await settled()
    expect(feed.state()).toMatchObject({ reading: false, unread: false, transcript: { phase: 'open' } })
    expect(answers(feed)).toEqual(['One. ', 'Two and three.'])
  })

  it('reads from a number on, with what led to it', async () => {
    const feed = new SessionFeed(gatewayAt(states.length - 1).client, 's', frames().soon)
    feed.start()
    await settled()
    await feed.loadOlder(3)
    expect(feed.state().transcript.loadedAfter).toBe(0)
  })

  it('says its id where it was asked for by another name', async () => {
    const feed = new SessionFeed(gatewayAt(0).client, 'Codex 1', frames().soon)
    feed.start()
    await settled()
    expect(feed.state()).toMatchObject({ realId: 's', transcript: { phase: 'opening' } })
  })

  it('leaves when nobody looks any more', async () => {
    const { client, left, listeners } = gatewayAt(0)
    const stop = new SessionFeed(client, 's', frames().soon).start()
    await settled()
    stop()
    expect(left).toEqual(['s'])
    expect(Object.keys(listeners)).toEqual([])
  })

  it('ends when the session is deleted', async () => {
    const { client, tell } = gatewayAt(0)
    const feed = new SessionFeed(client, 's', frames().soon)
    feed.start()
    await settled()
    tell({ type: 'session_deleted', sessionId: 's', seq: 99, ts: 1 })
    expect(feed.state().transcript.phase).toBe('gone')
  })
})
