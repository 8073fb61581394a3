import type { RpcLine } from '@signalbox/protocol/telling'

/*
 * A reader may be cut off after any line and come back with the place on it. So the place on a line is one after which
 * nothing is missing: where several lines are told at once, it is before what the rest of them tell. Numbers of pieces,
 * which are not stored, stand on no line of a replay: who comes back with one has heard all pieces before it.
 */

/** A place in a session and in the log. */
interface Place {
  seq: number
  offset: number
}

/** The lines of one event: only the last has its place. Who is cut off before it is told all of them again. */
export function linesOfEvent(lines: RpcLine[], before: Place): RpcLine[] {
  for (const { params } of lines.slice(0, -1))
    Object.assign(params, { seq: before.seq, offset: before.offset })
  return lines
}

/** A line of those that are told together when a reader comes. */
export interface ToldTogether {
  line: RpcLine
  sessionId: string
  /** The number of the first piece of the item that is told as new here: nothing that is stored tells of it yet. */
  began?: number
}

/** Lines that tell a newcomer how things are: none has a place that would make those after it look known. */
export function linesTogether(told: readonly ToldTogether[]): RpcLine[] {
  const before = new Map<string, number>()
  for (const { line, sessionId, began } of [...told].reverse()) {
    const limit = before.get(sessionId) ?? Number.POSITIVE_INFINITY
    line.params.seq = Math.min(Number(line.params.seq), limit)
    if (began !== undefined) before.set(sessionId, Math.min(began - 1, limit))
  }
  return told.map(({ line }) => line)
}
