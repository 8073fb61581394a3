import type { Need } from '../case.js'
import { Context } from '../engine/context.js'
import { Failure } from '../engine/failure.js'
import { removeSessions } from '../engine/remove-sessions.js'
import type { Target } from '../engine/target.js'
import { Witness } from '../engine/witness.js'
import { UsageError } from './arguments.js'

const LIMIT_MS = 10_000

/** Finds out what a gateway is that somebody else started: whether it asks for a token, whether it is strict. */
export async function probe(url: string, token: string, also: readonly Need[]): Promise<Target> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  const bare: Target = { url, token, has: new Set() }
  const context = new Context(bare, new Witness(), signal, () => Promise.reject(new Error('not here')))
  try {
    const peer = await context.connect()
    const dev = peer.frames[0]?.requiresAuth === false
    if (!dev && token === '') throw new UsageError(`The gateway at ${url} asks for a token: give --token.`)
    const name = context.name()
    const { status, text } = await context.post(name, { session_id: name, payload: { type: 'probe' } })
    if (status === 401) throw new UsageError(`The gateway at ${url} refuses this token.`)
    if (status !== 204 && status !== 404) {
      throw new UsageError(`The gateway at ${url} answers a notify with ${status}: ${text.slice(0, 200)}`)
    }
    const has = new Set<Need>([dev ? 'dev' : 'token', status === 204 ? 'open' : 'strict', ...also])
    const target: Target = { url, token: dev ? '' : token, has, borrowed: true }
    await removeSessions(target, context.sessions())
    return target
  } catch (error) {
    if (error instanceof UsageError) throw error
    const why = error instanceof Failure ? 'no Signalbox gateway answers' : String(error)
    throw new UsageError(`There is nothing to try at ${url}: ${why}.`)
  } finally {
    context.end()
  }
}
