import type { SessionEvent } from '@signalbox/client'
import { expect, it } from 'vitest'
import { pendingRequests } from './pending-requests.js'

const asked = (seq: number, requestId: string): SessionEvent => ({
  type: 'permission_requested',
  sessionId: 's',
  seq,
  ts: seq,
  requestId,
  toolName: 'exec',
  description: 'npm test',
})
const closed = (seq: number, requestId: string): SessionEvent => ({
  type: 'request_closed',
  sessionId: 's',
  seq,
  ts: seq,
  requestId,
  reason: 'withdrawn',
})

it('are those that nothing ended', () => {
  const newestFirst = [asked(5, 'c'), closed(4, 'a'), asked(3, 'b'), asked(2, 'a')]
  expect([...pendingRequests(newestFirst)]).toEqual([5, 3])
})
