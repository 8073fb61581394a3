import { randomUUID } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import type { JsonObject } from '@signalbox/protocol'
import { expect } from 'vitest'
import { type Answer, type Frame, send, type TestGateway } from '../testing.js'

/** A call that waits for its answer, on a connection of its own. */
export interface Waiting {
  answer: Promise<Answer>
  /** As when the hook is killed. */
  leave(): void
  /** Resolves when the connection is over without an answer. */
  cut: Promise<void>
}

/** What a hook sends beside its payload. */
export type Beside = Readonly<Record<string, string>>

const headersOf = (beside: Beside) =>
  Object.fromEntries(Object.entries(beside).map(([name, value]) => [`x-signalbox-${name}`, value]))

/** Posts a hook and waits for the answer. */
export function postHook(
  gateway: TestGateway,
  agent: string,
  body: object,
  beside: Beside = {},
): Promise<Answer> {
  return send(gateway, 'POST', `/hooks/${agent}`, { body, headers: headersOf(beside) })
}

/** Posts a hook that stays open. */
export function openHook(gateway: TestGateway, agent: string, body: object, beside: Beside = {}): Waiting {
  return waiting(gateway, 'POST', `/hooks/${agent}`, JSON.stringify(body), headersOf(beside))
}

/** Waits for the answer to a held hook. */
export function pollHook(gateway: TestGateway, agent: string, id: string): Waiting {
  return waiting(gateway, 'GET', `/hooks/${agent}/held/${id}`)
}

function waiting(
  gateway: TestGateway,
  method: string,
  path: string,
  body?: string,
  more: Beside = {},
): Waiting {
  const headers = {
    authorization: `Bearer ${gateway.token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...more,
  }
  let call: ClientRequest | undefined
  let cut: () => void = () => {}
  const over = new Promise<void>((resolve) => {
    cut = resolve
  })
  const answer = new Promise<Answer>((resolve) => {
    call = request(`${gateway.url}${path}`, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: JSON.parse(text) })
      })
    })
    call.on('error', () => cut())
    call.end(body)
  })
  return { answer, leave: () => void call?.destroy(), cut: over }
}

/** What Claude Code and Codex ask before they run a command. */
export const BASH = {
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command: 'curl http://127.0.0.1:1/x', description: 'Fetch' },
}

/** A session of an agent in a terminal, of its own for each case. */
export function terminal(at: TestGateway, agent = 'claude', session_id: string = randomUUID()) {
  const post = (body: object, beside: Beside = {}) => postHook(at, agent, { session_id, ...body }, beside)
  return {
    session_id,
    post,
    open: (body: object = BASH, beside: Beside = {}) => openHook(at, agent, { session_id, ...body }, beside),
    /** Held, and asked for with calls of their own. */
    async poll(body: object = BASH, beside: Beside = {}) {
      const { status, text, json } = await post(body, { wait: 'poll', ...beside })
      expect([status, text]).toEqual([202, `{"held":"${json.held}"}`])
      return pollHook(at, agent, String(json.held))
    },
    async requests(more = ''): Promise<JsonObject[]> {
      const { json } = await send(at, 'GET', `/api/requests?session=${session_id}${more}`)
      return (json.requests ?? []) as JsonObject[]
    },
    /** The request that waits, as soon as it does. */
    async asked(): Promise<JsonObject> {
      const waiting = () => this.requests('&status=pending')
      await expect.poll(waiting, { interval: 5 }).toHaveLength(1)
      return (await waiting())[0] ?? {}
    },
    respond: ({ requestId }: JsonObject, body: object): Promise<Answer> =>
      send(at, 'POST', `/api/requests/${requestId}/respond?session=${session_id}`, { body }),
    async told(): Promise<Frame[]> {
      const { json } = await send(at, 'GET', `/api/sessions/${session_id}/events`)
      return json.events as Frame[]
    },
  }
}
