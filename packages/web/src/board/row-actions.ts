import type { SessionMeta } from '@signalbox/protocol'

export type RowAction = 'rename' | 'pause' | 'resume' | 'archive' | 'unarchive' | 'copy' | 'delete'

/** What can be done to a session, in the order of its menu. An agent in a terminal starts its turns itself. */
export function rowActions({ archived, paused, origin }: SessionMeta): RowAction[] {
  const pausing: RowAction[] = paused ? ['resume'] : ['pause']
  return [
    ...(['rename', 'copy'] as const),
    ...(origin === 'driven' && !archived ? pausing : []),
    archived ? 'unarchive' : 'archive',
    'delete',
  ]
}
