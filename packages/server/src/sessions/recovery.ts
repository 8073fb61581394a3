import type { Draft } from '@signalbox/protocol'
import type { Log } from '../log/log.js'

const source = { agent: 'signalbox', via: 'start' }

/**
 * What a gateway that ended without a goodbye left behind. Its agents died with it: driven sessions become inactive,
 * an open turn ends with an error, what it asked is withdrawn. An agent in a terminal lives on and keeps its state, but
 * nobody here holds what it asked any more.
 */
export async function recoverSessions(log: Log): Promise<void> {
  if (log.health().state === 'failing') return
  const left = await log.reader.leftActive()
  await Promise.all(
    left.map(async ({ sessionId, tenantId, origin }) => {
      const state = await log.snapshot(sessionId)
      if (!state) return
      const closed = state.requests.map(
        ({ requestId }): Draft => ({
          type: 'request_closed',
          source,
          data: { requestId, reason: 'gateway_restarted' },
        }),
      )
      const drafts = origin === 'driven' ? ended(state.turn !== null) : closed
      if (drafts.length === 0) return
      // Before the start: nothing was heard of the session since, and it stays stale.
      const at = log.startedAt - 1
      await log.commit({ tenantId, session: { by: 'id', id: sessionId }, drafts, at })
    }),
  )
}

function ended(inTurn: boolean): Draft[] {
  const error: Draft = {
    type: 'turn_error',
    source,
    data: { message: 'The gateway was restarted while the agent worked.', code: 'AGENT_DISCONNECTED' },
  }
  const inactive: Draft = {
    type: 'session_state',
    source,
    data: { state: 'inactive', reason: 'gateway_restarted' },
  }
  return inTurn ? [error, inactive] : [inactive]
}
