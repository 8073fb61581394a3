import { ERRORS, type ErrorKind } from '@signalbox/protocol'
import { expectMatch } from './failure.js'
import type { Answer } from './http-call.js'
import { is } from './match.js'

/** A refusal before there is a call to answer: the problem every address answers with, and an error of JSON-RPC. */
export function expectRefusal(what: string, answer: Answer, kind: ErrorKind, field?: string): void {
  const { status, http, rpc } = ERRORS[kind]
  const { detail } = (answer.json ?? {}) as { detail?: unknown }
  expectMatch(what, answer, {
    status,
    headers: { 'content-type': is.like(/^application\/problem\+json/) },
    json: {
      ...{ type: is.text, title: is.text, status, code: http, detail: is.text },
      ...{ jsonrpc: '2.0', id: null, error: { code: rpc, message: detail } },
      ...(field === undefined ? {} : { field }),
    },
  })
}
