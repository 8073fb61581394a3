import type { ErrorKind } from '../errors.js'
import type { Json } from '../event.js'
import type { Permission } from '../registry/message-row.js'
import type { Schema } from '../schema.js'

/** One form of a body: its media type, what it must look like, and one that does. */
export interface Content {
  mediaType: string
  schema: Schema
  example: Json
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: Schema
  description: string
  example: string | number | boolean
}

export interface RouteAnswer {
  description: string
  /** Headers worth naming, with what they say. */
  headers?: Readonly<Record<string, string>>
  content?: readonly Content[]
}

/** One line of the table of HTTP routes. */
export interface HttpRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces: `/api/sessions/{id}`. */
  path: string
  /** The name of the operation in generated clients. */
  operation: string
  chapter: RouteChapter
  summary: string
  description?: string
  /** open: without a token. token: with one. Else the permission the caller needs. */
  access: 'open' | 'token' | Permission
  parameters?: readonly Parameter[]
  body?: { description: string; content: readonly Content[] }
  answers: Readonly<Record<number, RouteAnswer>>
  /** What it may refuse, beside what every route refuses: see `errorsOf`. */
  errors: readonly ErrorKind[]
  /** Stays open and says more as it happens. */
  stream?: boolean
}

export type RouteChapter = keyof typeof ROUTE_CHAPTERS

/** The chapters of the HTTP side, in the order they are read. */
export const ROUTE_CHAPTERS = {
  notify: 'Events come in',
  sessions: 'Sessions and their events',
  logs: 'Logs',
  pause: 'Pausing',
  requests: 'Requests and attention',
  flows: 'Flows',
  rpc: 'JSON-RPC',
  agents: 'Agents',
  pairing: 'Pairing a browser',
  health: 'Health',
  documents: 'Documents',
} as const

/** What any route may refuse: the host or page it was called from, the credential; or a fault of ours. */
const ALWAYS: readonly ErrorKind[] = ['forbiddenHost', 'authFailed', 'authRateLimited', 'internal']
const WRITES: readonly ErrorKind[] = ['forbiddenOrigin']
const CLOSED: readonly ErrorKind[] = ['notAuthenticated']
const PERMITTED: readonly ErrorKind[] = ['unauthorized']

/** The failures that follow from the method and the access of a route. */
export const COMMON_ERRORS: readonly ErrorKind[] = [...CLOSED, ...PERMITTED, ...WRITES, ...ALWAYS]

/** Every failure a route may answer with. */
export function errorsOf({ access, method, errors }: HttpRoute): ErrorKind[] {
  return [
    ...errors,
    ...ALWAYS,
    ...(method === 'GET' ? [] : WRITES),
    ...(access === 'open' ? [] : CLOSED),
    ...(access === 'open' || access === 'token' ? [] : PERMITTED),
  ]
}
