import { UsageError } from '@signalbox/server/config'
import { HttpRefusal } from '../gateway/call.js'
import { noAnswer, tokenRefused } from '../gateway/connect.js'
import type { GatewayAddress } from '../gateway/gateway-address.js'
import { noRpc } from './call-rpc.js'
import { readLines } from './read-lines.js'

/** What of the stream is wanted. */
export interface Wanted {
  /** Of this thread alone. */
  thread?: string
  /** What came after this place. */
  after?: string
}

/** How it ended, and where to go on. */
export interface Followed {
  end: 'closed' | 'lost' | 'left'
  cursor: string | undefined
}

/** Tells every line of GET /rpc/stream, until it ends, breaks or is left. */
export async function followLines(
  { origin, token }: GatewayAddress,
  { thread, after }: Wanted,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<Followed> {
  const query = new URLSearchParams({
    ...(thread === undefined ? {} : { thread_id: thread }),
    ...(after === undefined ? {} : { after }),
  })
  const response = await fetch(`${origin}/rpc/stream?${query}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' },
    signal,
  }).catch(async (error: unknown) => {
    throw signal.aborted ? error : await noAnswer(origin)
  })
  if (!response.ok) throw await refusalOf(response, origin)
  let cursor = after
  try {
    for await (const line of readLines(response.body ?? new ReadableStream())) {
      tell(line)
      cursor = cursorOf(line, thread !== undefined) ?? cursor
    }
    return { end: 'closed', cursor }
  } catch {
    return { end: signal.aborted ? 'left' : 'lost', cursor }
  }
}

/** The place behind a line: of its session, or of the log. A stream that is closed says itself where to go on. */
export function cursorOf(line: string, isOfThread: boolean): string | undefined {
  const { method, params } = parsed(line)
  if (method === 'stream/closed') return typeof params.cursor === 'string' ? params.cursor : undefined
  const { epoch, seq, offset, thread_id } = params
  const isPlaced = typeof epoch === 'string' && Number.isInteger(seq) && Number.isInteger(offset)
  if (!isPlaced) return undefined
  if (isOfThread) return `${epoch}:${seq}`
  // Pieces of a text have no place in the log: the last line says how far they were heard.
  return `${epoch}@${offset}${typeof thread_id === 'string' ? `~${thread_id}:${seq}` : ''}`
}

function parsed(line: string): { method?: unknown; params: Record<string, unknown> } {
  try {
    const { method, params } = Object(JSON.parse(line)) as { method?: unknown; params?: unknown }
    return { method, params: Object(params) as Record<string, unknown> }
  } catch {
    return { params: {} }
  }
}

async function refusalOf(response: Response, origin: string): Promise<Error> {
  if (response.status === 401) return tokenRefused(origin)
  const problem: unknown = await response.json().catch(() => undefined)
  if (typeof problem !== 'object' || problem === null || !('detail' in problem))
    return new UsageError(`What answers at ${origin} is no Signalbox. Check --url.`)
  const { code } = problem as { code?: unknown }
  return response.status === 404 && code === 'not_found'
    ? noRpc(origin)
    : new HttpRefusal(response.status, problem as Record<string, unknown>)
}
