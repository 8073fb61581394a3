import type { Log } from '../log/log.js'
import type { Harmonizer } from './harmonizer.js'

/** The log as everybody uses it: whatever is committed through it is harmonized first. */
export function harmonized(log: Log, harmonizer: Pick<Harmonizer, 'harmonize'>): Log {
  return {
    epoch: log.epoch,
    startedAt: log.startedAt,
    get head() {
      return log.head
    },
    reader: log.reader,
    records: log.records,
    outbox: log.outbox,
    notes: log.notes,
    commit: (commit) => log.commit(harmonizer.harmonize(commit)),
    snapshot: (sessionId) => log.snapshot(sessionId),
    deleteSession: (...args) => log.deleteSession(...args),
    onPublish: (listener) => log.onPublish(listener),
    health: () => log.health(),
    close: () => log.close(),
  }
}
