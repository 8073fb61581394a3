import { type Client, type Frame, GatewayError, type SessionEvent, type Snapshot } from '@signalbox/client'
import { readBetween, readOlder } from '../read-older.js'
import { type Entry, eventEntry, gapEntry } from '../transcript/entry.js'
import {
  OPENING,
  opened,
  seedEntry,
  type Transcript,
  withNewer,
  withOlder,
} from '../transcript/transcript.js'
import { type Facts, factsAfter, factsOf } from './facts.js'

/** What is shown of one session. */
export interface SessionFeedState {
  transcript: Transcript
  facts: Facts | null
  /** Older events are being read. */
  reading: boolean
  /** They could not be read the last time. */
  unread: boolean
  /** Its id, where it was asked for by another name of it. */
  realId: string | null
}

/** Calls back soon, once for however much happens until then; the result takes it back. */
export type Soon = (run: () => void) => () => void

export type FeedClient = Pick<Client, 'on' | 'join' | 'leave' | 'request'>

/**
 * One session, followed for as long as somebody looks: the last page of what happened, then what happens. News is
 * gathered and written once per frame of the screen, however many pieces a text comes in.
 */
export class SessionFeed {
  readonly #client: FeedClient
  readonly #sessionId: string
  readonly #soon: Soon
  #state: SessionFeedState = { transcript: OPENING, facts: null, reading: true, unread: false, realId: null }
  #news: Entry[] = []
  #joined: Snapshot | null = null
  #stream: Frame<'stream_snapshot'> | null = null
  #cancel: (() => void) | null = null
  readonly #listeners = new Set<() => void>()

  constructor(client: FeedClient, sessionId: string, soon: Soon) {
    this.#client = client
    this.#sessionId = sessionId
    this.#soon = soon
  }

  readonly state = (): SessionFeedState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Joins the session; the result leaves it. */
  start(): () => void {
    const ours = (told: { sessionId: string }) => told.sessionId === this.#sessionId
    const offs = [
      this.#client.on('snapshot', (snapshot) => ours(snapshot) && this.#open(snapshot)),
      this.#client.on('stream', (stream) => {
        if (ours(stream)) this.#stream = stream
      }),
      this.#client.on('event', (event) => ours(event) && this.#hear(event)),
      this.#client.on('gap', (gap) => {
        if (ours(gap) && gap.reason !== 'epoch') this.#take(gapEntry(gap))
      }),
      this.#client.on('replayed', (replayed) => ours(replayed) && this.#seed()),
      this.#client.on('left', (left) => ours(left) && this.#gone()),
    ]
    this.#join()
    return () => {
      for (const off of offs) off()
      this.#cancel?.()
      this.#cancel = null
      this.#client.leave(this.#sessionId)
    }
  }

  /** Reads what could not be read before: the session itself, or the page before what is here. */
  retry(): void {
    if (this.#state.reading) return
    if (this.#joined) void this.loadOlder()
    else {
      this.#set({ reading: true, unread: false })
      this.#join()
    }
  }

  #join(): void {
    this.#client
      .join(this.#sessionId)
      .then(async ({ lastSeq, sessionId }) => {
        if (sessionId !== this.#sessionId) {
          this.#set({ realId: sessionId })
          return
        }
        const { events, loadedAfter } = await readOlder(this.#client, sessionId, lastSeq)
        this.#flush()
        this.#set({
          transcript: withOlder(this.#state.transcript, events, loadedAfter),
          reading: false,
        })
      })
      .catch((error: unknown) => this.#failed(error))
  }

  /** Reads the page before what is here, or everything from a number on. */
  async loadOlder(fromSeq?: number): Promise<void> {
    const { loadedAfter } = this.#state.transcript
    if (this.#state.reading || loadedAfter === 0 || (fromSeq ?? 0) > loadedAfter) return
    this.#set({ reading: true, unread: false, realId: null })
    try {
      const after = fromSeq === undefined ? null : Math.max(0, fromSeq - AROUND)
      const page =
        after === null
          ? await readOlder(this.#client, this.#sessionId, loadedAfter)
          : {
              events: await readBetween(this.#client, this.#sessionId, after, loadedAfter),
              loadedAfter: after,
            }
      this.#flush()
      this.#set({ transcript: withOlder(this.#state.transcript, page.events, page.loadedAfter) })
    } catch {
      this.#set({ unread: true })
    } finally {
      this.#set({ reading: false })
    }
  }

  #open(snapshot: Snapshot): void {
    this.#flush()
    this.#joined = snapshot
    this.#stream = null
    this.#set({ transcript: opened(this.#state.transcript, snapshot), facts: factsOf(snapshot) })
  }

  /** After what was replayed: the running turn as it was at the head of the join. */
  #seed(): void {
    if (this.#stream && this.#joined) this.#take(seedEntry(this.#stream, this.#joined))
    this.#stream = null
  }

  #hear(event: SessionEvent): void {
    if (event.type === 'session_deleted') this.#gone()
    else this.#take(eventEntry(event))
  }

  #take(entry: Entry): void {
    this.#news.push(entry)
    this.#cancel ??= this.#soon(() => this.#flush())
  }

  #flush(): void {
    this.#cancel?.()
    this.#cancel = null
    const news = this.#news
    if (news.length === 0) return
    this.#news = []
    let { facts } = this.#state
    for (const entry of news) if (entry.kind === 'event' && facts) facts = factsAfter(facts, entry.event)
    this.#set({ transcript: withNewer(this.#state.transcript, news), facts })
  }

  #gone(): void {
    this.#set({ transcript: { ...this.#state.transcript, phase: 'gone' }, reading: false })
  }

  #failed(error: unknown): void {
    if (error instanceof GatewayError && error.code === 'SessionNotFound') this.#gone()
    else this.#set({ reading: false, unread: true })
  }

  #set(change: Partial<SessionFeedState>): void {
    const next = { ...this.#state, ...change }
    const same = (Object.keys(change) as (keyof SessionFeedState)[]).every(
      (key) => next[key] === this.#state[key],
    )
    if (same) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}

/** So many numbers before the one that is linked to are read as well, for what led to it. */
const AROUND = 60
