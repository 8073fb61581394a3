import type { JsonObject } from '../event.js'

/** The session, turn and time that every example is about. */
export const EXAMPLE = {
  sessionId: '01994f3a-0000-7000-8000-000000000001',
  turnId: 'turn_01994f3a-0000-7000-8000-000000000002',
  epoch: '01994f3a-0000-7000-8000-0000000000ff',
  projectId: '01994f3a-0000-7000-8000-000000000010',
  automationId: '01994f3a-0000-7000-8000-000000000020',
  runId: '01994f3a-0000-7000-8000-000000000021',
  ts: 1709312400000,
} as const

/** That session as lists show it. */
export const EXAMPLE_SESSION: JsonObject = {
  id: EXAMPLE.sessionId,
  tenantId: 'local',
  name: 'Codex 1',
  agentType: 'codex',
  status: 'ready',
  archived: false,
  createdAt: 1709312400000,
  updatedAt: 1709312460000,
  lastActivityAt: 1709312460000,
  origin: 'observed',
  cwd: '/home/me/shop',
  aliases: [{ namespace: 'notify', id: 'Codex 1' }],
}
