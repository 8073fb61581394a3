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

/** A line about something in a session. */
export interface SessionLine {
  line: RpcLine
  sessionId: string
}

/**
 * Lines that tell of what is not stored: of those of one session only the last has its place, the others that of the
 * last stored event that was told.
 */
export function linesTogether(
  told: readonly SessionLine[],
  toldSeq: (sessionId: string) => number,
): RpcLine[] {
  const followed = new Set<string>()
  for (const { line, sessionId } of [...told].reverse()) {
    if (followed.has(sessionId)) line.params.seq = toldSeq(sessionId)
    followed.add(sessionId)
  }
  return told.map(({ line }) => line)
}
