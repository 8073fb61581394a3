import type { JoinStart } from './cursor.js'
import type { StreamItem } from './event-stream.js'
import type { SessionEvent } from './frame.js'
import { localError } from './gateway-error.js'
import type { SessionStream } from './session-stream.js'

/** How a turn ended. One that was stopped is complete too, with a `stopReason`. */
export type TurnEnd = SessionEvent<'turn_complete' | 'turn_error'>

interface Turn {
  turnId: string
  /** Of its `turn_started`. */
  seq: number
}

/**
 * One turn out of the stream of its session. Nothing happens until the first item is asked for; then the session is
 * joined before the turn begins, so that not even its first word is missed. One that began before that, under a
 * `clientTurnId` that is used again, is told from its beginning as far as it is kept.
 */
export async function* turnOf(
  open: (start: JoinStart) => SessionStream,
  begin: () => Promise<Turn>,
): AsyncGenerator<StreamItem, TurnEnd, undefined> {
  let stream = open({})
  try {
    // Where the join was refused, the stream says why.
    const from = await stream.joined
    const turn = from === undefined ? undefined : await begin()
    if (from !== undefined && turn && turn.seq <= from) {
      stream.return()
      stream = open({ afterSeq: turn.seq - 1 })
    }
    for await (const item of stream) {
      // Another log: nothing of this turn is in it.
      if (item.type === 'gap' && item.reason === 'epoch') break
      if (item.type === 'gap') yield item
      else {
        const failed = item.type === 'turn_error'
        // A turn that broke before the agent had it may be named by nothing but its error.
        if (item.turnId !== turn?.turnId && !(failed && item.turnId === undefined)) continue
        yield item
        if (failed || item.type === 'turn_complete') return item
      }
    }
  } finally {
    stream.return()
  }
  throw localError('TurnLost', 'how the turn ended is unknown')
}
