import { inPortions } from './in-portions.js'
import { is } from './match.js'
import { Peer } from './peer.js'
import type { Target } from './target.js'
import { Witness } from './witness.js'

const LIMIT_MS = 10_000
/** A session may take three messages, and a connection takes 60 in 10 s. */
const PORTION = 18

/** Deletes sessions as far as they are there. What cannot be removed is no failure of the gateway. */
export async function removeSessions(target: Target, sessions: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  for (const portion of inPortions(sessions, PORTION)) {
    const peer = await Peer.connect(target, new Witness(), signal).catch(() => undefined)
    if (!peer) return
    try {
      await peer.signIn(target)
      for (const sessionId of portion) await remove(peer, sessionId)
    } catch {
      return
    } finally {
      peer.cut()
    }
  }
}

/** A session whose turn still runs can only be deleted when that has ended. */
async function remove(peer: Peer, sessionId: string): Promise<void> {
  const { code } = await peer.ask({ type: 'delete_session', sessionId })
  if (code !== 'TurnInProgress') return
  const [{ currentTurn }] = await peer.join({ sessionId })
  if (currentTurn !== null) {
    await peer.ask({ type: 'stop_turn', sessionId })
    await peer.frame({ type: is.oneOf('turn_complete', 'turn_error'), sessionId })
  }
  await peer.ask({ type: 'delete_session', sessionId })
}
