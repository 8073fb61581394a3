import type { EventType } from '@signalbox/protocol'
import type { Context } from './engine/context.js'
import type { RequirementId } from './manifest.js'

/**
 * What a case needs of the gateway it runs against. open: a notify makes a session it does not know. strict: it does
 * not. token: it asks for one. dev: it does not. flows: all of its flows may be replaced, and nobody opened a private host
 * to its webhooks. webhooks: they may go to 127.0.0.1. own: the case may start and stop gateways of its own. slow: it may
 * take more than half a minute.
 */
export type Need = 'open' | 'strict' | 'token' | 'dev' | 'flows' | 'webhooks' | 'own' | 'slow'

/** One thing to try, and the requirements it finds kept or broken. */
export interface ConformanceCase {
  id: string
  verifies: readonly RequirementId[]
  title: string
  /** An open gateway, unless said otherwise. */
  needs?: readonly Need[]
  /** It mostly waits for an agent: cases of this kind run beside each other, when the others are done. */
  beside?: true
  /** Types only this case can see. They are not counted by chance when it did not run. */
  shows?: readonly EventType[]
  /** Throws when a requirement is broken; frames are judged as they arrive. */
  run(context: Context): Promise<void>
}

export const DEFAULT_NEEDS: readonly Need[] = ['open']

/** Any gateway will do. */
export const ANY: readonly Need[] = []
