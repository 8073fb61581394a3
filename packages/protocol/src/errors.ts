interface ErrorForm {
  /** Stable code on /ws. */
  ws: string
  /** HTTP status and stable code in problem+json. */
  status: number
  http: string
  /** JSON-RPC 2.0 error code. */
  rpc: number
  title: string
}

/** The one error table: every failure a client can meet, in its WebSocket, HTTP and JSON-RPC form. */
export const ERRORS = {
  invalidJson: {
    ws: 'INVALID_JSON',
    status: 400,
    http: 'invalid_request',
    rpc: -32700,
    title: 'Not valid JSON',
  },
  invalidMessage: {
    ws: 'INVALID_MESSAGE',
    status: 400,
    http: 'invalid_request',
    rpc: -32602,
    title: 'Invalid request',
  },
  invalidRequest: {
    ws: 'INVALID_MESSAGE',
    status: 400,
    http: 'invalid_request',
    rpc: -32600,
    title: 'Not a request',
  },
  missingPayload: {
    ws: 'INVALID_MESSAGE',
    status: 422,
    http: 'missing_payload',
    rpc: -32602,
    title: 'Payload missing',
  },
  invalidPayload: {
    ws: 'INVALID_MESSAGE',
    status: 422,
    http: 'invalid_payload',
    rpc: -32602,
    title: 'Invalid payload',
  },
  tooLarge: {
    ws: 'MESSAGE_TOO_LARGE',
    status: 413,
    http: 'payload_too_large',
    rpc: -32600,
    title: 'Too large',
  },
  unsupportedMediaType: {
    ws: 'INVALID_MESSAGE',
    status: 415,
    http: 'unsupported_media_type',
    rpc: -32600,
    title: 'Unsupported media type',
  },
  notAcceptable: {
    ws: 'INVALID_MESSAGE',
    status: 406,
    http: 'not_acceptable',
    rpc: -32600,
    title: 'Not acceptable',
  },
  methodNotAllowed: {
    ws: 'INVALID_MESSAGE',
    status: 405,
    http: 'method_not_allowed',
    rpc: -32601,
    title: 'Method not allowed',
  },
  methodNotFound: {
    ws: 'INVALID_MESSAGE',
    status: 404,
    http: 'method_not_found',
    rpc: -32601,
    title: 'Method not found',
  },
  rateLimited: {
    ws: 'RATE_LIMITED',
    status: 429,
    http: 'rate_limited',
    rpc: -32001,
    title: 'Too many requests',
  },
  authRateLimited: {
    ws: 'AUTH_RATE_LIMITED',
    status: 429,
    http: 'auth_rate_limited',
    rpc: -32001,
    title: 'Too many attempts to sign in',
  },
  notAuthenticated: {
    ws: 'NOT_AUTHENTICATED',
    status: 401,
    http: 'unauthorized',
    rpc: -32007,
    title: 'Token required',
  },
  authFailed: { ws: 'AUTH_FAILED', status: 401, http: 'unauthorized', rpc: -32007, title: 'Token refused' },
  forbiddenHost: {
    ws: 'Unauthorized',
    status: 403,
    http: 'forbidden_host',
    rpc: -32007,
    title: 'Host not allowed',
  },
  forbiddenOrigin: {
    ws: 'Unauthorized',
    status: 403,
    http: 'forbidden_origin',
    rpc: -32007,
    title: 'Origin not allowed',
  },
  protocolVersion: {
    ws: 'ProtocolVersionMismatch',
    status: 400,
    http: 'protocol_version_mismatch',
    rpc: -32600,
    title: 'No common protocol version',
  },
  sessionNotFound: {
    ws: 'SessionNotFound',
    status: 404,
    http: 'session_not_found',
    rpc: -32002,
    title: 'Session not found',
  },
  unauthorized: { ws: 'Unauthorized', status: 403, http: 'forbidden', rpc: -32007, title: 'Not allowed' },
  invalidTransition: {
    ws: 'InvalidTransition',
    status: 409,
    http: 'invalid_transition',
    rpc: -32603,
    title: 'Not possible in this state',
  },
  turnInProgress: {
    ws: 'TurnInProgress',
    status: 409,
    http: 'turn_in_progress',
    rpc: -32603,
    title: 'A turn is running',
  },
  noActiveTurn: {
    ws: 'NoActiveTurn',
    status: 409,
    http: 'no_active_turn',
    rpc: -32602,
    title: 'No turn is running',
  },
  requestNotFound: {
    ws: 'RequestNotFound',
    status: 404,
    http: 'request_not_found',
    rpc: -32002,
    title: 'Request not found',
  },
  requestResolved: {
    ws: 'RequestAlreadyResolved',
    status: 409,
    http: 'request_already_resolved',
    rpc: -32003,
    title: 'Already answered',
  },
  pathNotAllowed: {
    ws: 'PathNotAllowed',
    status: 403,
    http: 'path_not_allowed',
    rpc: -32602,
    title: 'Path not allowed',
  },
  fileNotFound: {
    ws: 'FileNotFound',
    status: 404,
    http: 'file_not_found',
    rpc: -32002,
    title: 'File not found',
  },
  fileTooLarge: {
    ws: 'FileTooLarge',
    status: 413,
    http: 'file_too_large',
    rpc: -32602,
    title: 'File too large',
  },
  agentUnavailable: {
    ws: 'AgentUnavailable',
    status: 503,
    http: 'agent_unavailable',
    rpc: -32603,
    title: 'Agent not available',
  },
  notFound: { ws: 'NotFound', status: 404, http: 'not_found', rpc: -32002, title: 'Not found' },
  conflict: { ws: 'Conflict', status: 409, http: 'conflict', rpc: -32603, title: 'Conflict' },
  preconditionFailed: {
    ws: 'Conflict',
    status: 412,
    http: 'precondition_failed',
    rpc: -32603,
    title: 'Changed by somebody else meanwhile',
  },
  paused: { ws: 'Paused', status: 409, http: 'paused', rpc: -32603, title: 'Paused' },
  notImplemented: {
    ws: 'NotImplemented',
    status: 501,
    http: 'not_implemented',
    rpc: -32601,
    title: 'Not available yet',
  },
  unavailable: {
    ws: 'InternalError',
    status: 503,
    http: 'service_unavailable',
    rpc: -32603,
    title: 'The log cannot be written',
  },
  flowsUnavailable: {
    ws: 'InternalError',
    status: 503,
    http: 'flows_unavailable',
    rpc: -32603,
    title: 'The files of flows cannot be used',
  },
  internal: {
    ws: 'InternalError',
    status: 500,
    http: 'internal_error',
    rpc: -32603,
    title: 'Internal error',
  },
} as const satisfies Record<string, ErrorForm>

export type ErrorKind = keyof typeof ERRORS

/** A failure that may be shown to the client: a row of the table, a sentence, and the field at fault. */
export class SignalboxError extends Error {
  readonly kind: ErrorKind
  readonly field: string | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(
    kind: ErrorKind,
    message?: string,
    more: { field?: string; details?: Record<string, unknown> } = {},
  ) {
    super(message ?? ERRORS[kind].title)
    this.name = 'SignalboxError'
    this.kind = kind
    this.field = more.field
    this.details = more.details
  }
}

/** The body of an HTTP failure: RFC 9457, with `message` and `error` beside `detail` for older clients. */
export function problem(error: SignalboxError): Record<string, unknown> {
  const form = ERRORS[error.kind]
  return {
    type: `urn:signalbox:error:${form.http}`,
    title: form.title,
    status: form.status,
    detail: error.message,
    code: form.http,
    message: error.message,
    error: error.message,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...error.details,
  }
}

/** The frame of a WebSocket failure. */
export function errorFrame(error: SignalboxError, ref?: unknown): Record<string, unknown> {
  return {
    type: 'error',
    code: ERRORS[error.kind].ws,
    message: error.message,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(ref === undefined ? {} : { ref }),
    ...error.details,
  }
}
