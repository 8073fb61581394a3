import { type JsonObject, SignalboxError } from '@signalbox/protocol'
import type { Refusal } from './operations.js'

/** A SignalboxError as plain data, to cross from one thread to another. */
export function refusalOf(error: SignalboxError): Refusal {
  return {
    kind: error.kind,
    message: error.message,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(error.details === undefined ? {} : { details: error.details as JsonObject }),
  }
}

/** The SignalboxError a refusal stands for. */
export function errorOf(refusal: Refusal): SignalboxError {
  return new SignalboxError(refusal.kind, refusal.message, {
    ...(refusal.field === undefined ? {} : { field: refusal.field }),
    ...(refusal.details === undefined ? {} : { details: refusal.details }),
  })
}
