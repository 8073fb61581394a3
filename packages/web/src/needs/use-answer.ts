import type { RequestEntry } from '@signalbox/protocol'
import { useEffect, useReducer, useRef } from 'react'
import { requestKey } from '../board/request-book.js'
import { useGateway } from '../gateway/gateway-context.js'
import { type Answering, changeAnswering, IDLE, type Reply } from './answering.js'
import { ownAnswers } from './own-answers.js'

export interface Levers {
  approve: () => void
  deny: (reason: string) => void
  /** Yes, and the same from now on. */
  always: () => void
  answer: (answers: Record<string, string>) => void
  dismiss: () => void
  answering: Answering
}

/** The levers of one request. However often one is pulled while an answer is under way, it is sent once. */
export function useAnswer(entry: RequestEntry): Levers {
  const { client } = useGateway()
  const [answering, change] = useReducer(changeAnswering, IDLE)
  const underWay = useRef(false)
  const { sessionId, requestId, status } = entry
  const key = requestKey(entry)

  // After a restart an agent may ask the same again, under the same name.
  const before = useRef(status)
  useEffect(() => {
    const again = before.current !== 'pending' && status === 'pending'
    before.current = status
    if (!again) return
    underWay.current = false
    ownAnswers.delete(key)
    change({ type: 'asked' })
  }, [status, key])

  async function send(reply: Reply) {
    if (underWay.current || client.status.state !== 'live') return
    underWay.current = true
    change({ type: 'sent' })
    // Before it is sent: what the gateway says of it may come before its answer.
    ownAnswers.add(key)
    try {
      if (reply.kind === 'permission') await client.respondPermission(sessionId, requestId, reply.answer)
      else await client.answerQuestion(sessionId, requestId, reply.answer)
      change({ type: 'taken' })
    } catch (error) {
      if (isRefused(error)) ownAnswers.delete(key)
      underWay.current = false
      change({ type: 'refused', error })
    }
  }

  const decide = (approved: boolean, more: { message?: string; remember?: boolean } = {}) =>
    void send({ kind: 'permission', answer: { approved, ...more } })
  return {
    approve: () => decide(true),
    deny: (reason) => decide(false, reason.trim() === '' ? {} : { message: reason.trim() }),
    always: () => decide(true, { remember: true }),
    answer: (answers) => void send({ kind: 'question', answer: { answers } }),
    dismiss: () => void send({ kind: 'question', answer: { answers: {}, dismissed: true } }),
    answering,
  }
}

/** Of an answer that was cut off nobody knows yet: it may have counted. */
function isRefused(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code !== 'ConnectionLost' && code !== 'RequestTimeout'
}
