import { inPortions } from './in-portions.js'
import { Peer } from './peer.js'
import type { Target } from './target.js'
import { Witness } from './witness.js'

const LIMIT_MS = 10_000

/** Deletes sessions as far as they are there. What cannot be removed is no failure of the gateway. */
export async function removeSessions(target: Target, sessions: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  for (const portion of inPortions(sessions)) {
    const peer = await Peer.connect(target, new Witness(), signal).catch(() => undefined)
    if (!peer) return
    try {
      await peer.signIn(target)
      for (const sessionId of portion) await peer.ask({ type: 'delete_session', sessionId })
    } catch {
      return
    } finally {
      peer.cut()
    }
  }
}
