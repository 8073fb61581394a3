import type { RequestEntry } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../terminal/display-width.js'
import { paintFor } from '../terminal/paint.js'
import { requestLines } from './requests.js'

const entry = (more: Partial<RequestEntry> = {}): RequestEntry => ({
  requestId: 'req_01994f3a-0000-7000-8000-0000deadbeef',
  sessionId: '01994f3a-0000-7000-8000-0000cafecafe',
  kind: 'permission',
  turnId: null,
  since: 0,
  status: 'pending',
  data: { toolName: 'bash', description: 'npm test' },
  ...more,
})
const ended: Partial<RequestEntry> = {
  status: 'resolved',
  outcome: 'approved',
  by: { userId: 'owner', via: 'ws' },
  endedAt: 50_000,
}
const lines = (list: RequestEntry[], status: 'pending' | 'all' = 'pending', width = 80) =>
  requestLines(list, status, { paint: paintFor(false), width: () => width }, 62_000)

describe('requestLines', () => {
  it('says what is asked, where and since when', () => {
    expect(lines([entry()])).toEqual([
      'ID        SESSION   AGE    ASKS',
      'deadbeef  cafecafe  1 min  bash: npm test',
    ])
  })

  it('says how each ended where some have', () => {
    const [, waiting, over] = lines([entry(), entry({ requestId: 'req_2', ...ended })], 'all')
    expect(waiting).toMatch(/^deadbeef {2}cafecafe {2}1 min {2}waiting +bash: npm test$/)
    expect(over).toBe('req_2     cafecafe  1 min  approved by owner (ws) 12 s ago  bash: npm test')
  })

  it('says so when there are none', () => {
    expect(lines([])).toEqual(['Nobody waits for you.'])
    expect(lines([], 'all')).toEqual(['There are none.'])
  })

  it('fits 80 columns, whatever is asked', () => {
    const data = { toolName: 'bash', description: 'x\u001b]0;y\u0007 漢字 '.repeat(40) }
    for (const line of lines([entry({ data, ...ended })], 'all'))
      expect(displayWidth(line)).toBeLessThanOrEqual(80)
  })
})
