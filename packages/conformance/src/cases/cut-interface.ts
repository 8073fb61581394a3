import type { DrivenSession } from '../engine/driven-session.js'
import { Failure } from '../engine/failure.js'
import type { Frame } from '../engine/witness.js'

const TRIES = 5

/** A turn that is stopped in the middle of a block of interface; tried again where the block was faster than the stop. */
export async function cutInterface(session: DrivenSession): Promise<Frame[]> {
  for (let tries = 0; tries < TRIES; tries++) {
    const turn = await session.run('demo:ui')
    await session.frame({ type: 'ui.spec_start', turnId: turn.turnId })
    await session.ask({ type: 'stop_turn' })
    await session.end(turn)
    const frames = session.since(turn.started)
    if (!frames.some(({ type }) => type === 'ui.spec_complete')) return frames
  }
  throw new Failure(`a block was complete before its turn could be stopped, ${TRIES} times`)
}
