import {
  type MESSAGES,
  SignalboxError,
  type Static,
  stateSnapshot,
  streamSnapshot,
} from '@signalbox/protocol'
import { findSession } from '../../commands/find-session.js'
import { joinSession } from '../../hub/join.js'
import { sessionTopic } from '../../hub/topics.js'
import type { Call, Handlers } from './call.js'
import type { Connection } from './connection.js'

const RECENT_HISTORY = 50

type Fields = Static<(typeof MESSAGES)['join_session']['fields']>

/** Where a join begins. */
type From = Pick<Fields, 'afterSeq' | 'epoch'>

/** Coming to a session and leaving it. */
export const joinHandlers: Handlers<'join_session' | 'leave_session'> = {
  async join_session(call) {
    const { sessionId, sessionIds, joins } = call.fields
    refuseBoth(call.fields)
    if (joins) return joinEach(call, joins)
    const ids = sessionIds ?? (sessionId === undefined ? [] : [sessionId])
    if (ids.length === 0)
      throw new SignalboxError('invalidMessage', 'sessionId is required', { field: 'sessionId' })
    // All of them must exist before any is joined: nothing is half done.
    const found = await Promise.all(ids.map((id) => findSession(call.connection.deps.log, call.identity, id)))
    const { connection, fields, ref } = call
    for (const id of new Set(found)) await connection.inOrder(id, () => join(connection, id, fields, ref))
  },

  async leave_session({ connection, identity, fields }) {
    const sessionId = await findSession(connection.deps.log, identity, fields.sessionId)
    await connection.inOrder(sessionId, async () =>
      connection.deps.hub.unsubscribe(connection.subscriber, sessionTopic(sessionId)),
    )
  },
}

/** One way of saying which sessions, and one of saying from where. */
function refuseBoth({ sessionId, sessionIds, joins, afterSeq, epoch }: Fields): void {
  const said = Object.entries(
    joins ? { joins, sessionId, sessionIds, afterSeq, epoch } : { sessionId, sessionIds },
  )
  const [first, second] = said.filter(([, value]) => value !== undefined).map(([name]) => name)
  if (second === undefined) return
  throw new SignalboxError('invalidMessage', `${second} cannot be given beside ${first}`, { field: second })
}

/** Each as if it had been sent by itself, one after the other: one that is refused does not stop the rest. */
async function joinEach(
  { connection, identity, ref: common }: Call<'join_session'>,
  joins: NonNullable<Fields['joins']>,
) {
  const found = await Promise.allSettled(
    joins.map(({ sessionId }) => findSession(connection.deps.log, identity, sessionId)),
  )
  let turn = Promise.resolve()
  for (const [index, asked] of joins.entries()) {
    const id = found[index]
    const ref = asked.ref ?? common
    const before = turn
    // Each takes its place in the order of its session now: a leave that is sent later stays later.
    const joined =
      id?.status === 'fulfilled'
        ? connection.inOrder(id.value, async () => {
            await before
            if (!connection.subscriber.closed) await join(connection, id.value, asked, ref)
          })
        : before.then(() => Promise.reject(id?.reason))
    turn = joined.catch((error: unknown) => connection.fail(error, ref))
  }
  await turn
}

async function join(
  connection: Connection,
  sessionId: string,
  { afterSeq, epoch }: From,
  ref: string | number | undefined,
): Promise<void> {
  const { log, hub } = connection.deps
  const from = { afterSeq: afterSeq ?? null, ...(epoch === undefined ? {} : { epoch }) }
  await joinSession({ log, hub }, connection.subscriber, sessionId, from, async (state) => {
    const history = await log.reader.history(sessionId, state.seq + 1, RECENT_HISTORY)
    const context = {
      epoch: log.epoch,
      startedAt: log.startedAt,
      recentHistory: history.items,
      subscriberCount: hub.count(sessionTopic(sessionId)) + 1,
    }
    connection.reply(stateSnapshot(state, context), ref)
    const stream = streamSnapshot(state)
    if (stream) connection.reply(stream)
  })
}
