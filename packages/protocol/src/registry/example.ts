/** The session, turn and time that every example is about. */
export const EXAMPLE = {
  sessionId: '01994f3a-0000-7000-8000-000000000001',
  turnId: 'turn_01994f3a-0000-7000-8000-000000000002',
  ts: 1709312400000,
} as const
