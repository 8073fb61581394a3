import {
  comparePlaces,
  formatRecordCursor,
  type RecordCursor,
  type RecordPlace,
} from '@signalbox/protocol/log-record'
import type { FastifyInstance } from 'fastify'
import { findSession } from '../../commands/find-session.js'
import type { Log } from '../../log/log.js'
import type { LogRecords, RecordsFound, RecordsWanted } from '../../logs/log-records.js'
import { level, orNone, phrase, recordCursor, time } from './log-parameters.js'
import { JSON_UTF8 } from './media-type.js'
import { permit } from './permit.js'
import { badParameter, integer, readQuery } from './query.js'

export interface LogsDoorDeps {
  log: Pick<Log, 'epoch' | 'reader'>
  records: LogRecords
}

const MAX_RECORDS = 1000
const USUAL_RECORDS = 100

/** GET /api/logs: the newest records, or those after a cursor or a time. */
export function addLogsDoor(app: FastifyInstance, { log, records }: LogsDoorDeps): void {
  const { epoch } = log

  /** Where reading begins; undefined: with the newest. */
  async function startOf(
    after: RecordCursor | undefined,
    since: number | undefined,
  ): Promise<RecordPlace | undefined> {
    if (after && after.epoch !== epoch) throw badParameter('after', 'after is a cursor of another log')
    const place = since === undefined ? undefined : await records.since(since)
    if (!after || !place) return after ?? place
    return comparePlaces(after, place) > 0 ? after : place
  }

  app.get('/api/logs', async (request, reply) => {
    const identity = permit(request, 'session:read')
    const query = readQuery(request.query, {
      ...{ limit: orNone(integer(1, MAX_RECORDS)), since: time, level, type: phrase, q: phrase },
      ...{ session_id: phrase, after: recordCursor },
    })
    const { limit = USUAL_RECORDS, session_id } = query
    const wanted: RecordsWanted = { tenantId: identity.tenantId }
    if (query.level !== undefined) wanted.level = query.level
    if (query.type !== undefined) wanted.type = query.type
    if (query.q !== undefined) wanted.q = query.q
    if (session_id !== undefined) wanted.sessionId = await findSession(log, identity, session_id)
    const start = await startOf(query.after, query.since)
    const end = await records.last()
    const found = start
      ? await records.after(wanted, start, limit)
      : { ...(await records.before(wanted, limit)), next: end, gap: false }
    // Who gives no cursor has read nothing that something could be missing after.
    const gap = found.gap && query.after !== undefined
    return reply.type(JSON_UTF8).send(answer(epoch, { ...found, gap }))
  })
}

/** The records are encoded already, by the thread that read them. */
function answer(
  epoch: string,
  { records, partial, next, gap }: RecordsFound & { next: RecordPlace; gap: boolean },
): string {
  const cursorOf = ({ offset, n }: RecordPlace) => JSON.stringify(formatRecordCursor({ epoch, offset, n }))
  const texts = records.map((record) => `${record.text.slice(0, -1)},"cursor":${cursorOf(record)}}`)
  // What was written while the newest were read may be among them.
  const last = records.at(-1)
  const end = last && comparePlaces(last, next) > 0 ? last : next
  // Only where it is so: of a look that was whole there is nothing to say.
  const flags = `${partial ? ',"partial":true' : ''}${gap ? ',"gap":true' : ''}`
  return `{"records":[${texts.join(',')}],"next":${cursorOf(end)}${flags}}`
}
