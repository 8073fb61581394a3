import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type JsonObject, SignalboxError } from '@signalbox/protocol'
import { renderActivity, webhookHeaders } from '@signalbox/protocol/flow'
import { redact } from '@signalbox/protocol/log-record'
import { linkedSignal } from '../../delivery/linked-signal.js'
import type { ActivityOutcome, ActivityRunner, ActivityTask } from '../activity-runner.js'
import { NameNotAsked } from '../name-lookups.js'
import { type WebhookAddresses, WebhookRefused, type WebhookTarget } from '../webhook-address.js'
import type { WebhookSecrets } from '../webhook-secrets.js'
import { signatureHeaders } from '../webhook-signature.js'
import { failed, notYet } from './outcomes.js'
import { hearBody } from './response-body.js'
import { unreachable } from './unreachable.js'
import { judgeAnswer } from './webhook-answer.js'
import { webhookKey } from './webhook-key.js'

export interface PostWebhookDeps {
  secrets: Pick<WebhookSecrets, 'of'>
  addresses: Pick<WebhookAddresses, 'find'>
  now: () => number
  /** How long one attempt may take in all. */
  limitMs?: number
  /** How long the rest of an answer is waited for once its status is there. */
  bodyMs?: number
}

const AT_ONCE = 16
const LIMIT_MS = 10_000
/** Once the status is there, the rest is for people to read: it is not waited for as long. */
const BODY_MS = 2_000
const IDLE_MS = 15_000
const KEPT_HEADERS = ['content-type', 'location', 'retry-after', 'x-request-id'] as const

/** Posts an event to a URL, signed. At least once: the receiver knows a repeat by its Idempotency-Key. */
export function postWebhook(deps: PostWebhookDeps): ActivityRunner {
  // No more than run at once; one that waited for a connection of another would use up its time.
  const pool = { keepAlive: true, maxSockets: AT_ONCE, maxFreeSockets: AT_ONCE, timeout: IDLE_MS }
  const agents = { 'http:': new HttpAgent(pool), 'https:': new HttpsAgent(pool) }
  const { limitMs = LIMIT_MS } = deps
  return {
    concurrency: AT_ONCE,
    afterCrash: 'again',
    run: async (task, stopped) => {
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), limitMs)
      const { signal, release } = linkedSignal(stopped, late.signal)
      try {
        // What it waited for others is not taken from its time.
        return await post(deps, agents, task, { signal, begun: () => timer.refresh() })
      } catch (error) {
        if (error instanceof WebhookRefused) return failed(error.message)
        // Nothing was sent: its turn did not come, or the log could not keep a secret to sign with.
        if (error instanceof NameNotAsked || error instanceof SignalboxError)
          return notYet(error.message, { uncounted: true })
        if (stopped.aborted) return notYet('the gateway is stopping')
        if (late.signal.aborted) return notYet(`the receiver did not answer within ${limitMs / 1000} s`)
        return notYet(`the receiver cannot be reached: ${unreachable(error)}`)
      } finally {
        clearTimeout(timer)
        release()
      }
    },
  }
}

type Agents = { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent }

async function post(
  { secrets, addresses, now, bodyMs = BODY_MS }: PostWebhookDeps,
  agents: Agents,
  task: ActivityTask,
  { signal, begun }: { signal: AbortSignal; begun: () => void },
): Promise<ActivityOutcome> {
  const { tenantId, triggerId, deliveryId, config } = task
  const { url, body: rendered, content_type: contentType } = renderActivity(task.activityId, config, task)
  const given = webhookHeaders(typeof config.headers_json === 'string' ? config.headers_json : '')
  if ('problem' in given) return failed(`headers_json ${given.problem}`)
  const target = await within(signal, addresses.find(String(url ?? ''), begun))
  const secret = await secrets.of(tenantId, triggerId)
  const body = Buffer.from(String(rendered ?? ''))
  const id = webhookKey(deliveryId)
  const headers = {
    'user-agent': 'signalbox',
    accept: '*/*',
    'content-type': String(contentType),
    'idempotency-key': id,
    ...given.headers,
    ...signatureHeaders({ id, at: now(), body }, secret),
    'content-length': String(body.length),
  }
  const answer = await send(agents, target, { headers, body, signal })
  const heard = await hearBody(answer, bodyMs)
  const response: JsonObject = {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => {
        const value = answer.headers[name]
        return value === undefined ? [] : [[name, headerLine(value)]]
      }),
    ),
    // What others answer may hold what we sent them, or secrets of their own.
    ...{ ...heard, body: redact(heard.body) },
  }
  return judgeAnswer({ status: answer.statusCode ?? 0, headers: answer.headers, response, now: now() })
}

interface Sending {
  headers: Record<string, string>
  body: Buffer
  signal: AbortSignal
}

/** Sends it to one of the addresses that were checked: the name is not asked for again. Redirects are not followed. */
function send(agents: Agents, { url, addresses }: WebhookTarget, sending: Sending): Promise<IncomingMessage> {
  const { headers, body, signal } = sending
  const lookup: LookupFunction = (_name, { all }, found) => {
    const [first] = addresses
    if (all) found(null, [...addresses])
    else found(null, first?.address ?? '', first?.family)
  }
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, lookup, signal }
    const call =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, agent: agents['https:'] })
        : httpRequest(url, { ...options, agent: agents['http:'] })
    call.on('response', resolve)
    call.on('error', reject)
    // Nothing else is heard of a call whose connection went over to another protocol.
    call.on('close', () => reject(new Error('it ended the call without an answer')))
    call.end(body)
  })
}

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('it took too long'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Without its secrets, before it is cut: half of one does not look like one. */
function headerLine(value: string | string[]): string {
  return redact(String(value))
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 500)
}
