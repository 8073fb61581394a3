import { useState } from 'react'
import { reasonOf } from '../../board/use-session-actions.js'
import { useGateway } from '../../gateway/gateway-context.js'
import type { Lever } from './may-say.js'

/** Lets turns start again in a session that was paused or put away. */
export interface PulledLever {
  pull: (lever: Lever | 'pause') => void
  pulling: boolean
  /** Why it did not move. */
  problem: string
}

export function useLever(sessionId: string): PulledLever {
  const { client } = useGateway()
  const [pulling, setPulling] = useState(false)
  const [problem, setProblem] = useState('')

  async function pull(lever: Lever | 'pause') {
    const does = {
      pause: () => client.pauseSession(sessionId),
      resume: () => client.resumeSession(sessionId),
      unarchive: () => client.unarchiveSession(sessionId),
    }
    setPulling(true)
    setProblem('')
    try {
      await does[lever]()
    } catch (error) {
      setProblem(`That failed: ${reasonOf(error)}`)
    } finally {
      setPulling(false)
    }
  }

  return { pull, pulling, problem }
}
