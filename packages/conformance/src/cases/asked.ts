import type { Context } from '../engine/context.js'
import { DrivenSession } from '../engine/driven-session.js'
import { is } from '../engine/match.js'
import type { Frame } from '../engine/witness.js'

export interface Asked {
  session: DrivenSession
  requestId: unknown
  request: Frame
  turnId: string
}

/** A session in which the agent waits for an answer. */
export async function asked(context: Context, prompt: string): Promise<Asked> {
  const session = await DrivenSession.make(context, { name: context.name() })
  const { turnId } = await session.run(prompt)
  const request = await session.frame({ type: is.oneOf('permission_requested', 'question_requested') })
  await session.frame({ type: 'session_updated', session: { status: 'waiting' } })
  return { session, request, requestId: request.requestId, turnId }
}
