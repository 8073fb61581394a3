import { GatewayError } from '@signalbox/client'
import { useCallback, useState } from 'react'
import { useGateway } from '../../gateway/gateway-context.js'
import { Drafts, givenBack } from './drafts.js'

const drafts = new Drafts(window.sessionStorage)

export interface Saying {
  text: string
  type: (text: string) => void
  /** Sends this, or what is typed. */
  send: (how: 'prompt' | 'steer', words?: string) => void
  stop: () => void
  sending: boolean
  stopping: boolean
  /** Why the last message came back. */
  problem: string
}

/** What is typed to one agent, and its way to it. A message that is refused comes back into the field. */
export function useSaying(sessionId: string): Saying {
  const { client } = useGateway()
  const [text, setText] = useState(() => drafts.read(sessionId))
  const [sending, setSending] = useState(false)
  const [stopping, setStopping] = useState(false)
  const [problem, setProblem] = useState('')

  const type = useCallback(
    (next: string) => {
      setText(next)
      drafts.keep(sessionId, next)
    },
    [sessionId],
  )

  async function send(how: 'prompt' | 'steer', words?: string) {
    const said = (words ?? text).trim()
    if (said === '' || sending) return
    setSending(true)
    setProblem('')
    if (words === undefined) type('')
    try {
      if (how === 'prompt') await client.runTurn(sessionId, said)
      else await client.steer(sessionId, said)
    } catch (error) {
      setProblem(reasonOf(error))
      setText((typed) => {
        const back = givenBack(said, typed)
        drafts.keep(sessionId, back)
        return back
      })
    } finally {
      setSending(false)
    }
  }

  async function stop() {
    if (stopping) return
    setStopping(true)
    setProblem('')
    try {
      await client.stopTurn(sessionId)
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setStopping(false)
    }
  }

  return { text, type, send, stop, sending, stopping, problem }
}

const REASONS: Record<string, string> = {
  TurnInProgress: 'The agent began another turn meanwhile. Send it again to steer that.',
  NoActiveTurn: 'The turn ended before this reached the agent. Send it again as the next prompt.',
  Paused: 'No new turns start while it is paused. Resume, then send it again.',
  ConnectionLost:
    'The connection was lost: this may have arrived or not. See what the agent does before you send it again.',
  MESSAGE_TOO_LARGE: 'This is more than a message may have (1 MiB). Put it into a file and name that.',
}

function reasonOf(error: unknown): string {
  if (!(error instanceof GatewayError)) return 'That could not be sent. Try again.'
  return REASONS[error.code] ?? `Not taken: ${error.message}`
}
