import type { RequestEntry } from '@signalbox/protocol'
import { duration } from '../age.js'
import { shortId } from '../short-id.js'
import { askedLine } from '../show/request-text.js'
import { dollars } from '../show/usage-text.js'
import { oneLine, visibleLine } from '../terminal/plain-text.js'
import { LAMPS, type LampName, lampOf } from './lamp.js'
import { folderText, type Here, lastPart } from './place.js'
import type { WatchEntry } from './watch-entry.js'

/** What of a session stands in a row, as text that is safe to print. */
export interface Cells {
  word: string
  name: string
  agent: string
  does: string
  folder: string
  since: string
  cost: string
}

export interface Row extends Cells {
  sessionId: string
  lamp: LampName
  muted: boolean
}

/** What is said of one that says nothing itself. */
const SILENT: Partial<Record<LampName, string>> = {
  failed: 'the turn failed',
  stale: 'nothing heard of it',
}
const REASONS: Readonly<Record<string, string>> = {
  process_gone: 'its process is gone',
  failed: 'the turn failed',
  aborted: 'stopped',
  denied: 'you said no; it waits for a word from you',
  background: 'its background tasks go on',
  silence: 'nothing heard of it',
}

export interface RowContext {
  now: number
  here: Here
  muted: ReadonlySet<string>
  requests: ReadonlyMap<string, RequestEntry>
}

/** A session as a row. */
export function rowOf(entry: WatchEntry, { now, here, muted, requests }: RowContext): Row {
  const lamp = lampOf(entry)
  const asked = entry.requestId === undefined ? undefined : requests.get(entry.requestId)
  return {
    sessionId: entry.sessionId,
    lamp,
    muted: muted.has(entry.sessionId),
    word: LAMPS[lamp].word,
    name: nameOf(entry),
    agent: oneLine(entry.agent) || '–',
    does: asked ? askedLine(asked) : doesText(entry, lamp),
    folder: folderText(entry.cwd, entry.host, here),
    since: duration(now - entry.since),
    cost: entry.costMicroDollars === undefined ? '' : dollars(entry.costMicroDollars),
  }
}

/** What people call a session: its name, else its project, else the end of its id. */
export function nameOf({ name, cwd, sessionId }: WatchEntry): string {
  return oneLine(name ?? '') || lastPart(cwd ?? '') || shortId(oneLine(sessionId))
}

function doesText({ state, action, message, reason }: WatchEntry, lamp: LampName): string {
  const told = reasonText(reason)
  // What it did last says little of one that is gone; why it went does.
  const said = state === 'ended' ? [told, message] : [action, message, told]
  // What somebody is asked to allow has nothing left out; the rest is only to be read.
  const shown = lamp === 'needs' ? visibleLine : oneLine
  return said.map((text) => shown(text ?? '')).find((text) => text !== '') ?? SILENT[lamp] ?? ''
}

/** A reason the gateway gives, in words. */
export function reasonText(reason: string | undefined): string | undefined {
  if (reason === undefined) return undefined
  return Object.hasOwn(REASONS, reason) ? REASONS[reason] : reason.replaceAll('_', ' ')
}
