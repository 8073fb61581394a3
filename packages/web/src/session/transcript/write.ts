import type { SessionEvent, SessionEventType } from '@signalbox/client'
import type { Entry, GapEntry } from './entry.js'
import { BLANK, Pen, placed, type Written } from './pen.js'
import { writeDelta, writeMessage } from './write-answer.js'
import {
  beginCall,
  endCall,
  endTerminal,
  failCall,
  writeArgs,
  writeCall,
  writeTerminal,
} from './write-calls.js'
import {
  beginInterface,
  beginTurn,
  breakTurn,
  endRequest,
  endTurn,
  writeInterface,
  writePlan,
  writeRequest,
} from './write-matters.js'
import { writeSeed } from './write-seed.js'
import { beginThinking, endThinking, writePrompt, writeSteer, writeThinking } from './write-talk.js'

type Writers = { [T in SessionEventType]?: (pen: Pen, event: SessionEvent<T>) => void }

/** Told elsewhere on the page, or of no use to who reads; the list of raw events has it. */
const silent = () => {}

const WRITERS: Writers = {
  user_message: writePrompt,
  steer_sent: writeSteer,
  text_delta: writeDelta,
  message_complete: writeMessage,
  thinking_start: beginThinking,
  thinking_progress: writeThinking,
  thinking_complete: (pen, { ts }) => endThinking(pen, ts),
  tool_call_start: beginCall,
  tool_call_delta: writeArgs,
  tool_call: writeCall,
  tool_result: endCall,
  tool_error: failCall,
  terminal_stream: writeTerminal,
  terminal_complete: endTerminal,
  permission_requested: writeRequest,
  question_requested: writeRequest,
  approval_resolved: endRequest,
  question_resolved: endRequest,
  request_closed: endRequest,
  plan_created: writePlan,
  plan_revised: writePlan,
  'ui.spec_start': beginInterface,
  'ui.spec_complete': writeInterface,
  'ui.spec_error': writeInterface,
  turn_started: beginTurn,
  turn_complete: endTurn,
  turn_error: breakTurn,

  session_created: silent,
  session_updated: silent,
  session_state: silent,
  session_deleted: silent,
  watch_state: silent,
  attention_raised: silent,
  attention_cleared: silent,
  'thread.name_delta': silent,
  'thread.name_complete': silent,
  plan_step_started: silent,
  plan_step_completed: silent,
  'ui.spec_delta': silent,
  usage_update: silent,
  usage_context: silent,
  session_settings_updated: silent,
  sandbox_provisioning: silent,
}

/** What is live only and not shown as such is missed by nobody: its finished form is told by what follows. */
const SAID_GAPS: ReadonlySet<string> = new Set(['retention', 'slow'])

/** The items after more entries. Pure: what was written before stays as it is. */
export function write(written: Written, entries: readonly Entry[]): Written {
  if (entries.length === 0) return written
  const pen = new Pen(written)
  for (const entry of entries) {
    if (entry.kind === 'seed') writeSeed(pen, entry)
    else if (entry.kind === 'gap') writeGap(pen, entry)
    else writeEvent(pen, entry.event)
  }
  return pen.written
}

/** All items, from the beginning. */
export function writeAll(entries: readonly Entry[]): Written {
  return write(BLANK, entries)
}

function writeEvent(pen: Pen, event: SessionEvent): void {
  const writer = Object.hasOwn(WRITERS, event.type) ? WRITERS[event.type] : undefined
  try {
    if (writer) (writer as (pen: Pen, event: SessionEvent) => void)(pen, event)
    else pen.add({ ...placed(event), kind: 'notice', event })
  } catch {
    // An odd shape of a later release: seen as a line, never a page that breaks.
    pen.add({ ...placed(event), kind: 'notice', event })
  }
}

function writeGap(pen: Pen, { seq, fromSeq, reason }: GapEntry): void {
  if (!SAID_GAPS.has(reason)) return
  const ts = pen.items.at(-1)?.ts ?? 0
  const item = { key: `g${seq}`, seq, seqs: [], ts, turnId: null, kind: 'gap', reason } as const
  pen.add({ ...item, count: seq - fromSeq })
}
