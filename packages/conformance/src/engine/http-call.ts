import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { bearer, type Target } from './target.js'

export interface Call {
  method?: string
  path: string
  /** Sent exactly as given; the token is added unless there is an `authorization` or the call is anonymous. */
  headers?: Record<string, string>
  anonymous?: boolean
  /** Bytes, or text; an object is sent as JSON. No media type is made up for it. */
  body?: object | string | Buffer
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body as JSON; undefined when it is none. */
  json: unknown
}

/** One HTTP request, on a connection of its own. */
export function httpCall(target: Target, call: Call, signal: AbortSignal): Promise<Answer> {
  const { method = 'GET', path, anonymous = false } = call
  const body = bytesOf(call.body)
  const headers = {
    ...(anonymous ? {} : bearer(target)),
    ...(body === undefined ? {} : { 'content-length': String(body.length) }),
    ...call.headers,
  }
  const request = target.url.startsWith('https:') ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const sent = request(`${target.url}${path}`, { method, headers, signal }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function bytesOf(body: Call['body']): Buffer | undefined {
  if (body === undefined || body instanceof Buffer) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
