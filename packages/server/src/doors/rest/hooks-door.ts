import { SignalboxError } from '@signalbox/protocol'
import { HOOKED_AGENTS, type HookedAgent } from '@signalbox/protocol/harmonize'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HeldRequests } from '../../held/held-requests.js'
import type { Told, Wait } from '../../held/hold.js'
import { holdId, requestHeld } from '../../held/hold-id.js'
import type { HookIntake } from '../../ingest/hooks/hook-intake.js'
import { type ReadContext, readContext } from '../../ingest/hooks/read-context.js'
import type { Journal } from '../../telemetry/journal.js'
import { JSON_TYPE, takeBodies } from './media-type.js'
import { permitIngest } from './permit.js'
import { readWhole } from './read-body.js'
import { readJson } from './read-json.js'

export interface HooksDoorDeps {
  intake: HookIntake
  held: HeldRequests
  journal: Journal
}

/** The most bytes the payload of a hook may have: what a tool returned is in it. */
export const MAX_HOOK_BYTES = 8 * 1024 * 1024

/**
 * POST /hooks/:agent: what an agent's hook was given, as it is. `{}` is an answer without an opinion. A hook that asks a
 * person may be held: its call stays open, or it is told where to wait, at GET /hooks/:agent/held/:id.
 */
export function addHooksDoor(app: FastifyInstance, { intake, held, journal }: HooksDoorDeps): void {
  app.register(async (door) => {
    takeBodies(door, [JSON_TYPE])
    door.post<{ Params: { agent: string } }>(
      '/hooks/:agent',
      { config: { hooks: true } },
      async (request, reply) => {
        const { tenantId } = permitIngest(request)
        const agent = agentNamed(request.params.agent)
        const { value, text } = readJson(await readWhole(request.raw, MAX_HOOK_BYTES))
        const { context, wait, attended } = contextOf(request, agent, journal)
        const { asked, tell } = intake.read(tenantId, { agent, value, raw: text, context })
        if (!asked) {
          await tell()
          return {}
        }
        const asking = await held.take({ tenantId, agent, payload: value, alone: !attended, asked, tell })
        if (!asking) return {}
        if (wait === 'poll') return reply.code(202).send({ held: holdId(asking) })
        return answer(reply, await held.wait(tenantId, agent, asking, waiting(reply, wait)))
      },
    )
  })

  app.get<{ Params: { agent: string; id: string } }>(
    '/hooks/:agent/held/:id',
    { config: { hooks: true, stream: true } },
    async (request, reply) => {
      const { tenantId } = permitIngest(request)
      const agent = agentNamed(request.params.agent)
      const asking = requestHeld(request.params.id)
      const told = asking && (await held.wait(tenantId, agent, asking, waiting(reply, 'poll')))
      if (told) return answer(reply, told)
      throw new SignalboxError('notFound', 'No request is held under this id.', { field: 'id' })
    },
  )
}

/** A caller that waits, and how it is known that it left. */
function waiting(reply: FastifyReply, wait: Wait): { wait: Wait; gone: AbortSignal } {
  const gone = new AbortController()
  if (reply.raw.destroyed) gone.abort()
  else reply.raw.once('close', () => gone.abort())
  return { wait, gone: gone.signal }
}

function answer(reply: FastifyReply, told: Told | undefined): unknown {
  if (typeof told === 'object') return told.answer
  if (told === undefined) return {}
  // A broken connection is what makes a caller ask again.
  reply.hijack().raw.destroy()
  return reply
}

/** What the request says beside the payload. What of it is wrong does not keep the event out. */
function contextOf(request: FastifyRequest, agent: HookedAgent, journal: Journal): ReadContext {
  const read = readContext((name) => {
    const value = request.headers[`x-signalbox-${name}`]
    return Array.isArray(value) ? value[0] : value
  })
  const { ignored } = read
  if (ignored.length > 0)
    journal.warn('headers of a hook were not understood and are ignored', { agent, ignored })
  return read
}

function agentNamed(name: string): HookedAgent {
  const agent = HOOKED_AGENTS.find((known) => known === name)
  if (agent) return agent
  const message = `no hooks are known of "${name.slice(0, 100)}"; known are ${HOOKED_AGENTS.join(', ')}`
  throw new SignalboxError('notFound', message, { field: 'agent' })
}
