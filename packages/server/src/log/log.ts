import type {
  AgentMode,
  Alias,
  AttentionEntry,
  Draft,
  Event,
  EventType,
  Glance,
  HistoryItem,
  JsonObject,
  Origin,
  RequestEntry,
  RequestStatus,
  SessionMeta,
  SessionProcess,
  SessionState,
} from '@signalbox/protocol'
import type { DialectName } from '../dialects/dialect.js'
import type { LogPage } from './log-page.js'
import type { Outbox, OutboxReads } from './outbox.js'
import type { Notes, RecordReads } from './records.js'
import type { ReplayPage } from './replay-page.js'

/** What a session is when nobody has said more. */
export interface NewSession {
  name: string | null
  agentType: string
  origin: Origin
  cwd: string | null
  mode?: AgentMode
}

/** Which session a commit goes to: a known one, the one an alias names (made if it is new), or a new one. */
export type SessionRef =
  | { by: 'id'; id: string }
  | { by: 'alias'; alias: Alias; create: NewSession | null }
  | { by: 'new'; create: NewSession }

/** The connection that asked: the event of this type is its reply, and carries `ref` for it alone. */
export interface ReplyTo {
  type: Event['type']
  client: string
  ref?: string | number
}

/** An event on its way out. `reply` is told to the hub only and kept nowhere. */
export interface Published extends Event {
  reply?: ReplyTo
}

export interface Commit {
  tenantId: string
  session: SessionRef
  drafts: Draft[]
  /**
   * The sender's own id of this call: the same id with the same payload is one event. A command that came before is
   * not compared, and not decided again: its session has moved on since. Nor are happenings of their own compared: the
   * id is kept with the first of them that leaves an event.
   */
  eventId?: string
  /** Other names the session is known by from now on. */
  bind?: Alias[]
  /** A command is refused where it does not fit the state; an observed happening never is. */
  command?: boolean
  /** The drafts are happenings of their own: what comes later is not caused by the first. */
  separate?: true
  /** When it happened, where that is not now. A session's time never falls back for it. */
  at?: number
  replyTo?: ReplyTo
  /** No person waits for it: where many such come, they are gathered for a moment and written together. */
  patient?: true
}

/** Resolves after fsync. `first` is the event of the first draft; absent when nothing came of it. */
export interface Committed {
  sessionId: string
  first?: { id: string; seq: number }
  duplicate: boolean
  /** The session afterwards; told to commands only, an ingest does not pay for it. */
  session?: SessionMeta
}

/** A small document that is not folded from events. `revision` rises with every change. */
export interface RecordEntry {
  kind: string
  tenantId: string
  id: string
  revision: number
  value: JsonObject
}

/** The records: written through the one writer, compare-and-set where `revision` is given (0 = must not exist). */
export interface Records {
  put(entry: Omit<RecordEntry, 'revision'> & { revision?: number }): Promise<RecordEntry>
  remove(kind: string, tenantId: string, id: string): Promise<boolean>
  list(kind: string, tenantId: string): Promise<RecordEntry[]>
}

export interface EventPage {
  events: Event[]
  /** False when the page ends at the head. */
  more: boolean
}

export interface ReadOptions {
  afterSeq: number
  limit: number
  types?: string[]
}

/** What is to be replayed, and how it is to be said. */
export interface ReplayOptions {
  sessionId: string
  /** Exclusive. */
  afterSeq: number
  /** Inclusive. */
  throughSeq: number
  dialect: DialectName
  /** Of a page that is written: handed over, to be used again. Memory left to the collector piles up. */
  memory?: ArrayBuffer
}

/** What of the log is meant: events of these types, of a tenant or of one session of it. */
export interface LogScope {
  tenantId: string
  sessionId?: string
  types: readonly EventType[]
}

/** What of it is to be replayed, and how it is to be said. */
export interface LogReplayOptions extends LogScope {
  /** Exclusive. */
  afterOffset: number
  /** Inclusive. */
  throughOffset: number
  /** It was told already that events up to here are gone. */
  toldOffset: number
  dialect: DialectName
  /** Of a page that is written, as in a replay of a session. */
  memory?: ArrayBuffer
}

/** Events of these types over all sessions, in a stretch of the log. */
export interface EventsQuery {
  tenantId: string
  types: readonly EventType[]
  /** Exclusive. */
  afterOffset: number
  /** Inclusive. */
  throughOffset: number
  limit: number
}

/** A page may hold nothing and still not be the last: it looks at so many events only. */
export interface EventsPage {
  events: Event[]
  lookedThrough: number
}

/** The newest events of some types before an offset; without one from the end of the log. */
export interface RecentQuery {
  tenantId: string
  types: readonly EventType[]
  beforeOffset?: number
  limit: number
}

/** Newest first. All before `lookedFrom` is left to look at; 0 at the beginning of the log. */
export interface RecentPage {
  events: Event[]
  lookedFrom: number
}

/** An event found by the id its sender gave it. */
export interface Submission {
  id: string
  seq: number
  ts: number
  turnId?: string
}

/** Which requests: pending ones longest waiting first, ended ones latest first; of no status, those in this order. */
export interface RequestQuery {
  tenantId: string
  status?: RequestStatus
  sessionId?: string
  limit: number
}

/** Raised: who needs a person now, longest waiting first. Cleared: who did, latest first. */
export interface AttentionQuery {
  tenantId: string
  status: 'raised' | 'cleared'
  limit: number
}

/** A session the last process left in the middle of something. */
export interface LeftActive {
  sessionId: string
  tenantId: string
  origin: Origin
  /** It has requests that wait for a person. */
  pending: boolean
}

/** A session on the watch list, as it was when last heard of. */
export interface WatchedSession {
  sessionId: string
  tenantId: string
  /** Its last event has this number, or a later one. */
  seq: number
  /** When it was last heard of. */
  ts: number
  watch: Glance
  process?: SessionProcess
}

/** Reads run on their own thread and never hold up a commit. Session ids here are uuids. */
export interface LogReader extends OutboxReads, RecordReads {
  /** The uuid behind a uuid, a `thread_` uuid or an alias of this tenant. */
  resolve(tenantId: string, id: string): Promise<string | undefined>
  session(sessionId: string): Promise<SessionMeta | undefined>
  sessions(query: {
    tenantId: string
    includeArchived: boolean
    limit: number
    cursor?: string
  }): Promise<{ sessions: SessionMeta[]; next: string | null }>
  read(sessionId: string, options: ReadOptions): Promise<EventPage>
  replay(options: ReplayOptions): Promise<ReplayPage>
  /** The same over the log: a page may hold nothing and still not be the last, since it looks at so many events only. */
  replayLog(options: LogReplayOptions): Promise<LogPage>
  /** Up to where events were removed by age or size: a seq of one session, else an offset of the log. */
  kept(of: { tenantId: string; sessionId?: string }): Promise<number>
  /** Where the last turn before a number began. */
  turnBefore(sessionId: string, seq: number): Promise<number | undefined>
  /** The time of the last stored event up to a place: a seq of one session, else an offset; undefined if there is none. */
  timeAt(of: { tenantId: string; sessionId?: string }, position: number): Promise<number | undefined>
  /** Whether sessions were deleted after a time, so that events are gone; known for 30 days. */
  deletedSince(tenantId: string, ts: number): Promise<boolean>
  /** The event at an offset, of whatever tenant. */
  eventAt(offset: number): Promise<Event | undefined>
  /** The event of an id, looked for by halving: ids rise with the offset. */
  eventById(tenantId: string, id: string): Promise<Event | undefined>
  /** A page may hold nothing and still not be the last: it looks at so many events only. */
  recentEvents(query: RecentQuery): Promise<RecentPage>
  eventsOf(query: EventsQuery): Promise<EventsPage>
  readAll(tenantId: string, afterOffset: number, limit: number): Promise<EventPage>
  history(
    sessionId: string,
    before: number | null,
    limit: number,
  ): Promise<{ items: HistoryItem[]; next: number | null }>
  raw(sessionId: string, seq: number): Promise<string | undefined>
  submission(sessionId: string, eventId: string): Promise<Submission | undefined>
  requests(query: RequestQuery): Promise<RequestEntry[]>
  /** Ids are the agents' own: of several sessions with the same one, a pending request is meant, then the newest. */
  request(tenantId: string, requestId: string, sessionId?: string): Promise<RequestEntry | undefined>
  attention(query: AttentionQuery): Promise<AttentionEntry[]>
  /** Of all tenants: driven sessions that are active, and every other one with pending requests. For the start. */
  leftActive(): Promise<LeftActive[]>
  /** Of all tenants: what is seen of sessions whose agent is there, newest first; `before` is the `next` of the page before. */
  watched(query: {
    before: number | null
    limit: number
  }): Promise<{ sessions: WatchedSession[]; next: number | null }>
}

export interface LogHealth {
  state: 'ok' | 'failing'
  reason?: string
  /** The check after an unclean stop: still running, passed, or what it found. */
  check: 'not_needed' | 'running' | 'passed' | { failed: string }
}

/** The one durable event log. */
export interface Log {
  readonly epoch: string
  /** The offset of the last event that was published: what is published from now on comes after it. */
  readonly head: number
  /** When this gateway started: what was last heard of before may be otherwise by now. */
  readonly startedAt: number
  readonly reader: LogReader
  readonly records: Records
  readonly outbox: Outbox
  readonly notes: Notes
  /** Rejects with a SignalboxError: sessionNotFound, conflict, a refused command, unavailable. */
  commit(commit: Commit): Promise<Committed>
  /** The state after everything published so far, in order with the commits. */
  snapshot(sessionId: string): Promise<SessionState | undefined>
  /** Removes the session and everything kept of it; refused while Signalbox drives a turn in it. */
  deleteSession(tenantId: string, sessionId: string, replyTo?: ReplyTo): Promise<void>
  /** Called with the events of each commit group, in commit order. */
  onPublish(listener: (events: Published[]) => void): void
  health(): LogHealth
  close(): Promise<void>
}
