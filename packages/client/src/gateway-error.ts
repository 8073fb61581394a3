import type { AnyFrame } from './frame.js'

/** Codes this library adds to those of the gateway's error table. */
export type LocalCode =
  | 'ConnectionLost'
  | 'RequestTimeout'
  | 'SessionLeft'
  | 'ClientClosed'
  | 'ReaderTooSlow'
  | 'TurnLost'

/** A refusal by the gateway, with its stable code, or a failure to reach it. */
export class GatewayError extends Error {
  readonly code: string
  /** The error frame as it came: field at fault, who answered first, and the like. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'GatewayError'
    this.code = code
    this.details = details
  }
}

/** A failure this library found by itself. */
export function localError(code: LocalCode, message: string): GatewayError {
  return new GatewayError(code, message)
}

/** The error a gateway's error frame stands for. */
export function refusal(frame: AnyFrame): GatewayError {
  return new GatewayError(String(frame.code), String(frame.message), frame)
}
