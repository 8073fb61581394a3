import type { JsonObject } from '../../event.js'
import { toolKindOf } from '../../session/autonomy.js'
import { textOf } from '../../session/text.js'
import { Growing, type Growth } from './growing.js'
import { type CallNote, noteCall, noteCallEnded, type TurnNotes } from './notes.js'
import { agentActs } from './tell-talk.js'
import type { Telling } from './telling.js'

const OUTPUT: Growth = { member: 'data', keeps: 'end', copies: 1 }

/** The agent calls a tool; one that runs commands is a command. */
export function tellCall(telling: Telling): void {
  const { data, event, turn } = telling
  agentActs(telling)
  const callId = textOf(data.toolCallId)
  const known = turn.calls.get(callId)
  const ended = turn.endedCalls.get(callId)
  const name = textOf(data.toolName) || 'tool'
  const type = toolKindOf({ toolName: name }) === 'command' ? 'command' : 'tool_call'
  const call: CallNote = {
    ...newCall(telling, callId, type, name),
    args: data.args ?? null,
    size: event.data.length,
  }
  if (ended?.untold) {
    const { status, result } = ended.untold
    turn.endedCalls.set(callId, {})
    telling.item('item/updated', () => ({ id: call.id, status, content: { ...callContent(call), result } }))
    return
  }
  if (known?.output) call.output = known.output
  noteCall(turn, callId, { ...call, first: known?.first ?? event })
  telling.item(known || ended ? 'item/updated' : 'item/created', () => ({
    id: call.id,
    status: 'active',
    content: callContent(call),
  }))
}

/**
 * A call returned or failed. It ends once: an agent that tells both, or how its command ended after that, has told all
 * there is to know with the first.
 */
export function tellResult(telling: Telling): void {
  const { data, event, turn } = telling
  agentActs(telling)
  const callId = textOf(data.toolCallId)
  if (turn.endedCalls.has(callId)) return
  const failed = event.type === 'tool_error' || data.status === 'error'
  const result: JsonObject = {}
  if (typeof data.output === 'string') result.output = data.output
  if (event.type === 'tool_error') result.error = textOf(data.error)
  const call = turn.calls.get(callId) ?? untold(telling, callId, 'tool_call', 'tool')
  const status = failed ? 'failed' : 'completed'
  if (call) endCall(telling, turn, callId, call, status, result)
  else telling.item('item/updated', { id: telling.itemId('call', callId), status })
}

/** A command printed something; without the id of a call it is the one that runs. Output of no call is not told. */
export function tellOutput(telling: Telling): void {
  const { data, event, turn } = telling
  if (turn.over) return
  agentActs(telling)
  const call = turn.calls.get(textOf(data.toolCallId) || runningCommand(turn))
  if (!call) return
  if (call.output) {
    call.output.hear(event)
    telling.grown = call.output
    return
  }
  const content = (output: string) => ({ ...callContent(call), output })
  const output = new Growing({ id: call.id, growth: OUTPUT, content, beside: call.size }, event)
  call.output = output
  telling.growth('item/updated', output)
}

/** A command ended. What comes of its call is told next, so that is its end; one without a call ends here. */
export function tellExit(telling: Telling): void {
  const { data, turn } = telling
  agentActs(telling)
  const callId = textOf(data.toolCallId) || runningCommand(turn)
  if (turn.endedCalls.has(callId)) return
  const call = turn.calls.get(callId) ?? untold(telling, callId, 'command', 'terminal')
  if (!call) return
  call.exitCode = Number.isInteger(data.exitCode) ? Number(data.exitCode) : 1
  if (!call.untold) return
  endCall(telling, turn, callId, call, statusOf(call), {})
  turn.uncalled++
}

/** Calls that are open when their turn ends: those whose command was done are as it was, the others failed. */
export function endCalls(telling: Telling, turn: TurnNotes): void {
  for (const [callId, call] of [...turn.calls]) {
    const result: JsonObject = call.exitCode === undefined ? { error: 'the turn ended first' } : {}
    endCall(telling, turn, callId, call, statusOf(call), result)
    // It may have gone on all the same: then its result is told late.
    if (call.exitCode === undefined) noteCall(turn, callId, call)
  }
}

function statusOf({ exitCode }: CallNote): 'completed' | 'failed' {
  return exitCode === 0 ? 'completed' : 'failed'
}

function endCall(
  telling: Telling,
  turn: TurnNotes,
  callId: string,
  call: CallNote,
  status: 'completed' | 'failed',
  came: JsonObject,
): void {
  const result = call.exitCode === undefined ? came : { exit_code: call.exitCode, ...came }
  noteCallEnded(turn, callId, call.untold ? { untold: { status, result } } : {})
  if (call.output) telling.settled(call.output)
  telling.item('item/updated', () => {
    // What was printed is in no replay: there it is left out where nobody told it as the result.
    const printed = call.output && result.output === undefined ? { output: call.output.text } : {}
    const content = { ...callContent(call), result: { ...result, ...printed } }
    return { id: call.id, status, turnId: call.turnId, content }
  })
}

/** A call nobody told of begins with what comes of it. Undefined where it may have been told before we listened. */
function untold(
  telling: Telling,
  callId: string,
  type: CallNote['type'],
  name: string,
): CallNote | undefined {
  const { turn, session } = telling
  if (!turn.began && !session.whole) return undefined
  const call = { ...newCall(telling, callId, type, name), untold: true }
  noteCall(turn, callId, call)
  telling.item('item/created', () => ({ id: call.id, status: 'active', content: callContent(call) }))
  return call
}

function newCall(telling: Telling, callId: string, type: CallNote['type'], name: string): CallNote {
  const { event } = telling
  const id = telling.itemId('call', callId)
  return { id, turnId: event.turnId, first: event, type, name, args: {}, size: 0, untold: false }
}

/** The command that was called last and runs; without any, one nobody called. */
function runningCommand(turn: TurnNotes): string {
  let running = `terminal-${turn.uncalled}`
  for (const [callId, { type }] of turn.calls) if (type === 'command') running = callId
  return running
}

function callContent({ type, name, args }: CallNote): JsonObject {
  return { type, name, args }
}
