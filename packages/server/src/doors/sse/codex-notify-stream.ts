import { formatLogCursor } from '@signalbox/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CodexEvent, codexNotifyDialect, type ToldAgents } from '../../dialects/codex-notify.js'
import { CodexNotifyReader, type ToldAt } from '../../forward/codex-notify-reader.js'
import type { LogPulse } from '../../forward/log-pulse.js'
import { startIn } from '../../hub/join-log.js'
import type { Subscriber } from '../../hub/subscriber.js'
import { permit } from '../rest/permit.js'
import { readQuery, word } from '../rest/query.js'
import type { StreamDeps } from './session-stream.js'
import { logCursor, resumeAfter } from './stream-cursor.js'

export interface CodexNotifyStreamDeps extends StreamDeps {
  pulse: LogPulse
}

const AGENTS = ['codex', 'all'] as const satisfies readonly ToldAgents[]

/**
 * GET /api/watch/stream?dialect=codex-notify: the events of the Codex notify program, for every watched session of Codex
 * (`agent=all`: of every agent), resumable by cursors of the log.
 */
export function openCodexNotifyStream(
  { log, hub, streams, pulse }: CodexNotifyStreamDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const identity = permit(request, 'session:read')
  const { after, agent } = readQuery(request.query, {
    dialect: word(['codex-notify']),
    after: logCursor,
    agent: word(AGENTS),
  })
  const from = resumeAfter(request, logCursor) ?? after ?? { afterOffset: null }
  const start = startIn(log, from)
  const { tenantId } = identity
  const dialect = codexNotifyDialect(log.epoch)

  const write = async (subscriber: Subscriber, told: readonly ToldAt[]) => {
    const frames = told.flatMap(({ offset, events }) => framesOf(events, offset))
    if (frames.length === 0) return
    subscriber.replay(Buffer.concat(frames))
    await subscriber.drained()
  }
  // Only the last of one offset carries it: a reader that is cut off before gets all of them again.
  const framesOf = (events: readonly CodexEvent[], offset: number) =>
    events.map((event, index) => dialect.frame(event, index === events.length - 1 ? offset : undefined))

  const join = async (subscriber: Subscriber): Promise<void> => {
    const mark = log.head
    hub.subscribe(subscriber)
    if (start?.foreign) subscriber.reply({ type: 'gap', fromOffset: 0, toOffset: 0, reason: 'epoch' })
    const afterOffset = start?.afterOffset ?? mark
    if (start) await tellCut(subscriber, afterOffset)
    const reader = new CodexNotifyReader({ log, pulse, tenantId, agents: agent ?? 'codex', afterOffset })
    reply.raw.once('close', () => reader.close())
    if (reply.raw.destroyed) reader.close()
    for await (const told of reader.through(mark)) await write(subscriber, told)
    const cursor = formatLogCursor({ epoch: log.epoch, offset: Math.max(mark, reader.offset) })
    subscriber.reply({ type: 'replay_complete', cursor })
    while (!reader.closed && !subscriber.closed) await write(subscriber, await reader.next())
  }

  /** What retention may have removed after the cursor. */
  const tellCut = async (subscriber: Subscriber, afterOffset: number): Promise<void> => {
    const page = await log.reader.replayLog({
      tenantId,
      types: ['user_message'],
      afterOffset,
      throughOffset: afterOffset,
      toldOffset: 0,
      dialect: 'codex-notify',
    })
    if (page.toldOffset <= afterOffset) return
    const gap = { type: 'gap', fromOffset: afterOffset, toOffset: page.toldOffset, reason: 'retention' }
    subscriber.reply(gap)
  }

  streams.open(reply, identity, { dialect, join })
}
