import type { Draft, JsonObject } from '@signalbox/protocol'
import type { Committed, Published } from './log.js'
import type { Operation, Outcome } from './operations.js'
import { sharedSource, sourceOf, sourceText } from './source-text.js'

/**
 * What crosses between the threads, flattened. Cloning an object for every event costs more than writing it: as flat
 * lists of texts and numbers the three hand-overs of an ingest take a third of the time. An operation or outcome that
 * is not of the common kind travels as the object it is, in its place in the list.
 */
export type Packed = readonly unknown[]

/**
 * The common operations: one event of nobody's concern but the reader's, for a session that is known; and many pieces of
 * one stream.
 */
export function packOperations(operations: readonly Operation[]): Packed {
  const flat: unknown[] = []
  for (const operation of operations) {
    const plain = operation.kind === 'commit' ? plainIngest(operation) : undefined
    if (!plain) flat.push(operation.kind === 'commit' ? packPieces(operation) : operation)
    else
      flat.push(
        plain.tenantId,
        plain.id,
        plain.type,
        plain.agent,
        plain.via,
        plain.json,
        plain.raw,
        plain.eventId,
      )
  }
  return flat
}

export function unpackOperations(flat: Packed): Operation[] {
  const operations: Operation[] = []
  for (let at = 0; at < flat.length; ) {
    const packed = flat[at]
    if (Array.isArray(packed)) operations.push(unpackPieces(flat[at++] as PackedPieces))
    else if (typeof packed === 'object') operations.push(flat[at++] as Operation)
    else {
      const [tenantId, id, type, agent, via, json, raw, eventId] = flat.slice(at, at + 8) as string[]
      at += 8
      const draft: Draft = {
        type: type as Draft['type'],
        source: sharedSource(agent as string, via as string),
        json: json as string,
      }
      if (raw !== null) draft.raw = raw as string
      operations.push({
        kind: 'commit',
        commit: {
          tenantId: tenantId as string,
          session: { by: 'id', id: id as string },
          drafts: [draft],
          ...(eventId === null ? {} : { eventId: eventId as string }),
        },
      })
    }
  }
  return operations
}

interface PlainIngest {
  tenantId: string
  id: string
  type: string
  agent: string
  via: string
  json: string
  raw: string | null
  eventId: string | null
}

function plainIngest({ commit }: Extract<Operation, { kind: 'commit' }>): PlainIngest | undefined {
  const { tenantId, session, drafts, eventId = null, bind, command, at, replyTo } = commit
  const [draft] = drafts
  if (session.by !== 'id' || !draft || drafts.length > 1 || bind || command || at || replyTo) return undefined
  const { type, source, json, raw = null, data, turnId, nativeTurnId, fact, late } = draft
  if (json === undefined || data || turnId || nativeTurnId || fact || source.nativeType || source.nativeId)
    return undefined
  if (late) return undefined
  return { tenantId, id: session.id, type, agent: source.agent, via: source.via, json, raw, eventId }
}

type CommitOperation = Extract<Operation, { kind: 'commit' }>

/** A commit with a single draft that has no piece, the name of what a piece is in, and the pieces. */
type PackedPieces = [operation: CommitOperation, name: string, pieces: string[]]

/** Drafts that differ in one text alone are told once; others go as they are. */
function packPieces(operation: CommitOperation): PackedPieces | Operation {
  const { drafts } = operation.commit
  const [first] = drafts
  const [name, ...others] = Object.keys(first?.data ?? {})
  if (!first || drafts.length < 2 || name === undefined || others.length > 0) return operation
  const pieces: string[] = []
  for (const draft of drafts) {
    const piece = pieceOf(draft, first, name)
    if (piece === undefined) return operation
    pieces.push(piece)
  }
  const { data: _data, ...draft } = first
  return [{ kind: 'commit', commit: { ...operation.commit, drafts: [draft] } }, name, pieces]
}

/** The one text of a draft, if it is like the other in all else and has nothing more to say. */
function pieceOf(draft: Draft, like: Draft, name: string): string | undefined {
  const { type, source, turnId, nativeTurnId, data, json, raw, fact, late } = draft
  if (late || type !== like.type || source !== like.source || turnId !== like.turnId) return undefined
  if (nativeTurnId !== undefined || json !== undefined || raw !== undefined || fact !== undefined)
    return undefined
  const piece = data?.[name]
  return typeof piece === 'string' && data && Object.keys(data).length === 1 ? piece : undefined
}

function unpackPieces([{ commit }, name, pieces]: PackedPieces): Operation {
  const [like] = commit.drafts
  const drafts: Draft[] = []
  for (const piece of pieces) {
    if (!like) break
    const data: JsonObject = {}
    data[name] = piece
    const { type, source, turnId } = like
    drafts.push(turnId === undefined ? { type, source, data } : { type, source, turnId, data })
  }
  return { kind: 'commit', commit: { ...commit, drafts } }
}

export function packOutcomes(outcomes: readonly Outcome[]): Packed {
  const flat: unknown[] = []
  for (const outcome of outcomes) {
    const told = outcome.ok ? (outcome.answer as Committed | undefined) : undefined
    if (!told?.first || told.session) flat.push(outcome)
    else flat.push(told.sessionId, told.first.id, told.first.seq, told.duplicate)
  }
  return flat
}

export function unpackOutcomes(flat: Packed): Outcome[] {
  const outcomes: Outcome[] = []
  for (let at = 0; at < flat.length; ) {
    if (typeof flat[at] === 'object') outcomes.push(flat[at++] as Outcome)
    else {
      const first = { id: flat[at + 1] as string, seq: flat[at + 2] as number }
      const answer: Committed = { sessionId: flat[at] as string, first, duplicate: flat[at + 3] as boolean }
      outcomes.push({ ok: true, answer })
      at += 4
    }
  }
  return outcomes
}

const EVENT_FIELDS = 13
/** In place of the version of an event that is like the one before it; only what differs follows. */
const ALIKE = null
const ALIKE_FIELDS = 6

export function packEvents(events: readonly Published[]): Packed {
  const flat: unknown[] = []
  let before: Published | undefined
  for (const event of events) {
    const { v, id, tenantId, sessionId, seq, offset, ts, type, turnId, source, causeId, data, reply } = event
    if (before && isAlike(event, before)) flat.push(ALIKE, id, seq, offset, ts, data)
    else
      flat.push(
        v,
        id,
        tenantId,
        sessionId,
        seq,
        offset,
        ts,
        type,
        turnId,
        sourceText(source),
        causeId,
        data,
        reply,
      )
    before = event
  }
  return flat
}

/** Pieces of a stream are: they need not say again whose they are. */
function isAlike(event: Published, before: Published): boolean {
  return (
    event.sessionId === before.sessionId &&
    event.type === before.type &&
    event.turnId === before.turnId &&
    event.source === before.source &&
    event.v === before.v &&
    event.tenantId === before.tenantId &&
    event.causeId === before.causeId &&
    event.reply === undefined
  )
}

export function unpackEvents(flat: Packed): Published[] {
  const events: Published[] = []
  let before: Published | undefined
  for (let at = 0; at < flat.length; ) {
    const alike = flat[at] === ALIKE
    before = alike && before ? eventLike(before, flat, at) : wholeEvent(flat, at)
    at += alike ? ALIKE_FIELDS : EVENT_FIELDS
    events.push(before)
  }
  return events
}

function eventLike(before: Published, flat: Packed, at: number): Published {
  const { v, tenantId, sessionId, type, turnId, source, causeId } = before
  const event: Published = {
    v,
    id: flat[at + 1] as string,
    tenantId,
    sessionId,
    seq: flat[at + 2] as number,
    offset: flat[at + 3] as number,
    ts: flat[at + 4] as number,
    type,
    source,
    data: flat[at + 5] as string,
  }
  if (turnId !== undefined) event.turnId = turnId
  if (causeId !== undefined) event.causeId = causeId
  return event
}

function wholeEvent(flat: Packed, at: number): Published {
  const event: Published = {
    v: flat[at] as number,
    id: flat[at + 1] as string,
    tenantId: flat[at + 2] as string,
    sessionId: flat[at + 3] as string,
    seq: flat[at + 4] as number,
    offset: flat[at + 5] as number,
    ts: flat[at + 6] as number,
    type: flat[at + 7] as Published['type'],
    source: sourceOf(flat[at + 9] as string),
    data: flat[at + 11] as string,
  }
  const [turnId, causeId, reply] = [flat[at + 8], flat[at + 10], flat[at + 12]]
  if (turnId !== undefined) event.turnId = turnId as string
  if (causeId !== undefined) event.causeId = causeId as string
  if (reply !== undefined) event.reply = reply as NonNullable<Published['reply']>
  return event
}
