import { ERRORS, type NewId, problem, SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../../http/auth.js'
import { problemAnswer, toSignalboxError } from '../../http/errors.js'
import { requireIdentity } from '../../http/request-identity.js'
import type { Identity } from '../../identity.js'
import { JSON_UTF8, takeBodies } from '../rest/media-type.js'
import { permit } from '../rest/permit.js'
import { readWhole } from '../rest/read-body.js'
import type { OpenStreams } from '../sse/open-streams.js'
import { acceptsNdjson } from './accepts-ndjson.js'
import { answerTo, callMethod } from './call-method.js'
import { Conversation } from './conversation.js'
import { type RpcRequest, readEnvelope } from './envelope.js'
import { type JoinStreamDeps, prepareJoin } from './join-stream.js'
import type { Methods, RpcCaller } from './methods/rpc-methods.js'
import { NdjsonStream } from './ndjson-stream.js'
import { errorObject, errorText } from './response.js'
import { readStreamQuery } from './stream-query.js'
import { turnsOver } from './turns-over.js'

export interface RpcDoorDeps extends JoinStreamDeps {
  streams: OpenStreams
  methods: Methods
  now: () => number
  newId: NewId
  report: (error: unknown) => void
}

const BODY_LIMIT = 1 << 20
/** Shells send what they like; it is read as JSON whatever it is called. Browsers are kept out by their Origin. */
const ANY_TYPE = /^/

/** The door of JSON-RPC 2.0: POST /rpc, and /rpc/stream, which is read, or read and written. */
export function addRpcDoor(app: FastifyInstance, deps: RpcDoorDeps): void {
  const { methods, report } = deps
  app.register(async (door) => {
    takeBodies(door, [ANY_TYPE])
    door.setErrorHandler((error, _request, reply) => {
      const failure = toSignalboxError(error)
      if (!failure || reply.raw.headersSent) throw error
      return sendRefusal(reply, failure)
    })

    door.post('/rpc', async (request, reply) => {
      const caller = callerOf(request, requireIdentity(request))
      const call = await readCall(request)
      if (call instanceof SignalboxError) {
        return reply.code(ERRORS[call.kind].status).type(JSON_UTF8).send(errorText(undefined, call))
      }
      const answer = await answerTo(call, (it) => callMethod(methods, it, caller), report)
      return answer === undefined ? reply.code(204).send() : reply.type(JSON_UTF8).send(answer)
    })

    const options = { exposeHeadRoute: false, config: { stream: true } }
    door.get('/rpc/stream', options, async (request, reply) => {
      await openStream(deps, request, reply)
    })
    door.post('/rpc/stream', options, async (request, reply) => {
      const { stream, identity, joined } = await openStream(deps, request, reply)
      void converse(deps, stream, request, identity, joined).catch(report)
    })
  })
}

/**
 * What is refused before there is a call to answer: the problem every address answers with, which is an error of
 * JSON-RPC as well.
 */
function sendRefusal(reply: FastifyReply, failure: SignalboxError): FastifyReply {
  const { status, headers } = problemAnswer(failure)
  const body = { ...problem(failure), jsonrpc: '2.0', id: null, error: errorObject(failure) }
  const bytes = Buffer.from(JSON.stringify(body))
  return reply
    .code(status)
    .headers({ ...headers, 'content-length': String(bytes.length) })
    .send(bytes)
}

/** The one request of a body, or why it is none. */
async function readCall(request: FastifyRequest): Promise<RpcRequest | SignalboxError> {
  try {
    return readEnvelope(await readWhole(request.raw, BODY_LIMIT))
  } catch (thrown) {
    if (thrown instanceof SignalboxError) return thrown
    throw thrown
  }
}

/** Everything that can be refused is refused before the head of the answer is out. */
async function openStream(deps: RpcDoorDeps, request: FastifyRequest, reply: FastifyReply) {
  const { log, hub, dialect, streams, now, newId } = deps
  const identity = permit(request, 'session:read')
  if (!acceptsNdjson(request.headers.accept))
    throw new SignalboxError('notAcceptable', 'Accept must allow application/x-ndjson.')
  const query = await readStreamQuery(log, identity, request.query)
  const join = await prepareJoin(deps, query)
  streams.mayOpen()
  const stream = new NdjsonStream(request, reply, {
    ...{ id: newId(), dialect, now: now(), epoch: log.epoch, query },
    onSlow: (subscriber) => hub.remove(subscriber),
  })
  const { sessionId } = query.scope
  const joined = streams.add(stream, identity, {
    join,
    ...(sessionId === undefined ? {} : { sessionId }),
  })
  return { stream, identity, joined }
}

/** Answers requests until the body ends, then stays while turns it began are open. */
async function converse(
  deps: RpcDoorDeps,
  stream: NdjsonStream,
  request: FastifyRequest,
  identity: Identity,
  joined: Promise<void>,
): Promise<void> {
  const left = new AbortController()
  stream.onClose(() => left.abort())
  const conversation = new Conversation(deps, stream, callerOf(request, identity))
  await joined
  try {
    await conversation.read(request.raw)
  } catch {
    // The body broke off: the client is gone, and the end of the connection takes care of the rest.
    return
  }
  await turnsOver(deps, identity, conversation.turns, left.signal)
  deps.streams.end(stream, { reason: 'done' })
}

function callerOf(request: FastifyRequest, identity: Identity): RpcCaller {
  return { identity, from: addressOf(request.raw) }
}
