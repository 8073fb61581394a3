import type { RequestEntry, SessionMeta } from '@signalbox/protocol'
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
const shop: SessionMeta = {
  id: entry().sessionId,
  tenantId: 'local',
  name: 'Fix the login',
  agentType: 'claude',
  status: 'waiting',
  archived: false,
  createdAt: 0,
  updatedAt: 0,
  lastActivityAt: 0,
  origin: 'observed',
  cwd: '/home/ada/shop',
  aliases: [],
}
const lines = (list: RequestEntry[], status: 'pending' | 'all' = 'pending', sessions: SessionMeta[] = []) =>
  requestLines(list, {
    status,
    sessions,
    screen: { paint: paintFor(false), width: () => 80 },
    here: { host: 'box', home: '/home/ada' },
    now: 62_000,
  })

describe('requestLines', () => {
  it('says what is asked, by whom, where and since when', () => {
    expect(lines([entry()], 'pending', [shop])).toEqual([
      'ID        SESSION        AGENT   FOLDER  AGE    ASKS',
      'deadbeef  Fix the login  claude  ~/shop  1 min  bash: npm test',
    ])
  })

  it('names one without a name by its project, and one nobody knows by its id', () => {
    expect(lines([entry()], 'pending', [{ ...shop, name: null }])[1]).toMatch(/^deadbeef {2}shop /)
    expect(lines([entry()])[1]).toMatch(/^deadbeef {2}cafecafe .* bash: npm test$/)
  })

  it('says how each ended where some have', () => {
    const [, waiting, over] = lines([entry(), entry({ requestId: 'req_2', ...ended })], 'all')
    expect(waiting).toMatch(/^deadbeef {2}cafecafe +1 min {2}waiting +bash: npm test$/)
    expect(over).toMatch(/^req_2 {5}cafecafe +1 min {2}approved by owner .* bash: npm…?.*$/)
  })

  it('says so when there are none', () => {
    expect(lines([])).toEqual(['Nobody waits for you.'])
    expect(lines([], 'all')).toEqual(['There are none.'])
  })

  it('fits 80 columns, whatever is asked', () => {
    const data = { toolName: 'bash', description: 'x\u001b]0;y\u0007 漢字 '.repeat(40) }
    const long = { ...shop, name: 'x'.repeat(200), cwd: `/home/${'y'.repeat(200)}` }
    for (const line of lines([entry({ data, ...ended })], 'all', [long]))
      expect(displayWidth(line)).toBeLessThanOrEqual(80)
  })
})
