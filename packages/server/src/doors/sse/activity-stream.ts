import { canonicalOf, type EventType, REGISTRY } from '@signalbox/protocol'
import { CANONICAL_ACTIVITIES, type CanonicalActivity } from '@signalbox/protocol/harmonize'
import type { FastifyInstance } from 'fastify'
import { findSession } from '../../commands/find-session.js'
import { activityDialect } from '../../dialects/activity.js'
import { joinLog, startIn } from '../../hub/join-log.js'
import type { LogScope } from '../../log/log.js'
import { permit } from '../rest/permit.js'
import { badParameter, type ParameterReader, readQuery, text } from '../rest/query.js'
import type { StreamDeps } from './session-stream.js'
import { logCursor, resumeAfter } from './stream-cursor.js'

/** GET /api/activity/stream: what agents do, in the same words for every agent, as it happens. */
export function addActivityStream(app: FastifyInstance, { streams, ...deps }: StreamDeps): void {
  const { log } = deps
  const dialect = activityDialect(log.epoch)
  const options = { exposeHeadRoute: false, config: { stream: true } }
  app.get('/api/activity/stream', options, async (request, reply) => {
    const identity = permit(request, 'session:read')
    const { after, session, types } = readQuery(request.query, {
      after: logCursor,
      session: text,
      types: activities,
    })
    const from = resumeAfter(request, logCursor) ?? after ?? { afterOffset: null }
    const one = session === undefined ? {} : { sessionId: await findSession(log, identity, session) }
    const scope: LogScope = { tenantId: identity.tenantId, types: eventTypesOf(types), ...one }
    // Before the stream is open: a log that cannot be read has a status to say so.
    const start = startIn(log, from)
    streams.open(reply, identity, {
      dialect,
      ...one,
      join: (subscriber) => joinLog(deps, subscriber, scope, start),
    })
  })
}

/** Canonical types with commas between them; all of them, when it is not given. */
const activities: ParameterReader<readonly CanonicalActivity[]> = (given, name) => {
  if (given === undefined) return CANONICAL_ACTIVITIES
  return given.split(',').map((asked) => {
    const known = CANONICAL_ACTIVITIES.find((one) => one === asked)
    if (known !== undefined) return known
    throw badParameter(
      name,
      `${name} must be some of ${CANONICAL_ACTIVITIES.join(', ')}, with commas between them`,
    )
  })
}

const ALL_TYPES = Object.keys(REGISTRY) as EventType[]

function eventTypesOf(activities: readonly CanonicalActivity[]): EventType[] {
  return ALL_TYPES.filter((type) => activities.some((activity) => activity === canonicalOf(type)))
}
