import type { SessionEvent } from '@signalbox/client'
import type { CallItem } from './item.js'
import { type Pen, placed } from './pen.js'
import { endThinking } from './write-talk.js'

/** What a terminal shows at most; the newest is kept. */
const MOST_OUTPUT = 256 * 1024

type Ended = SessionEvent<'tool_result'> | SessionEvent<'tool_error'>

function blankCall(event: SessionEvent & { toolCallId: string }): CallItem {
  return {
    ...placed(event),
    kind: 'call',
    toolCallId: event.toolCallId,
    toolName: null,
    args: undefined,
    argsSoFar: '',
    state: 'running',
    output: null,
    error: null,
    terminal: null,
    endedAt: null,
  }
}

/** Changes the call an event is about; one whose beginning is not known begins here. */
function change(
  pen: Pen,
  event: SessionEvent & { toolCallId: string },
  make: (call: CallItem) => CallItem,
  durable = true,
): void {
  pen.inTurn(event.turnId)
  endThinking(pen, event.ts)
  const index = pen.calls.get(event.toolCallId)
  const call = pen.at('call', index)
  if (call && index !== undefined) {
    const seqs = durable ? [...call.seqs, event.seq] : call.seqs
    pen.put(index, make({ ...call, seqs }))
  } else pen.calls.set(event.toolCallId, pen.add(make(blankCall(event))))
}

export function beginCall(pen: Pen, event: SessionEvent<'tool_call_start'>): void {
  change(pen, event, (call) => ({ ...call, toolName: event.toolName, state: 'writing', seqs: [] }), false)
}

export function writeArgs(pen: Pen, event: SessionEvent<'tool_call_delta'>): void {
  change(pen, event, (call) => ({ ...call, argsSoFar: call.argsSoFar + event.delta }), false)
}

export function writeCall(pen: Pen, event: SessionEvent<'tool_call'>): void {
  const { toolName, args, seq, ts } = event
  change(pen, event, (call) => ({
    ...call,
    toolName,
    args,
    argsSoFar: '',
    // An id that is used again is another call to whoever reads, but the agent says it is the same.
    state: call.endedAt === null ? 'running' : call.state,
    seqs: call.endedAt === null ? call.seqs : [seq],
    seq,
    ts,
    ...of(event),
  }))
}

export function endCall(pen: Pen, event: SessionEvent<'tool_result'>): void {
  change(pen, event, (call) => ({
    ...call,
    state: call.error !== null || isFailure(event.status) ? 'failed' : 'done',
    output: event.output ?? call.output,
    endedAt: event.ts,
    ...of(event),
  }))
}

/** The turn was cut off: what it had begun comes to nothing. */
export function cutCalls(pen: Pen, { turnId, ts }: SessionEvent): void {
  for (const index of pen.calls.values()) {
    const call = pen.at('call', index)
    if (call && call.endedAt === null && call.turnId === (turnId ?? null))
      pen.put(index, { ...call, state: 'failed', endedAt: ts })
  }
}

export function failCall(pen: Pen, event: SessionEvent<'tool_error'>): void {
  change(pen, event, (call) => ({
    ...call,
    state: 'failed',
    error: event.error,
    endedAt: event.ts,
    ...of(event),
  }))
}

/** Output of a command; one that belongs to no call has a line of its own. */
export function writeTerminal(pen: Pen, event: SessionEvent<'terminal_stream'>): void {
  change(
    pen,
    { ...event, toolCallId: event.toolCallId ?? terminalOf(event) },
    (call) => {
      const text = (call.terminal?.text ?? '') + event.data
      const kept = text.length > MOST_OUTPUT * 2 ? text.slice(-MOST_OUTPUT) : text
      return { ...call, terminal: { text: kept, exitCode: call.terminal?.exitCode ?? null } }
    },
    false,
  )
}

export function endTerminal(pen: Pen, event: SessionEvent<'terminal_complete'>): void {
  const own = event.toolCallId === undefined
  change(pen, { ...event, toolCallId: event.toolCallId ?? terminalOf(event) }, (call) => ({
    ...call,
    terminal: { text: call.terminal?.text ?? '', exitCode: event.exitCode },
    ...(own ? { state: event.exitCode === 0 ? 'done' : 'failed', endedAt: event.ts } : {}),
  }))
}

/** A turn has one terminal of its own at a time. */
function terminalOf({ turnId }: SessionEvent): string {
  return `terminal of ${turnId ?? 'the session'}`
}

function of({ subagentId }: Ended | SessionEvent<'tool_call'>): { subagentId?: string } {
  return subagentId === undefined ? {} : { subagentId }
}

function isFailure(status: string): boolean {
  return /err|fail|denied|cancel|reject/i.test(status)
}
