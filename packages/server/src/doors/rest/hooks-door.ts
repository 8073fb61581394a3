import { SignalboxError } from '@signalbox/protocol'
import { HOOKED_AGENTS, type HookedAgent } from '@signalbox/protocol/harmonize'
import type { FastifyInstance } from 'fastify'
import { HookIntake, type HookIntakeDeps } from '../../ingest/hooks/hook-intake.js'
import { JSON_TYPE, takeBodies } from './media-type.js'
import { permit } from './permit.js'
import { readWhole } from './read-body.js'
import { readJson } from './read-json.js'

/** The most bytes the payload of a hook may have: what a tool returned is in it. */
export const MAX_HOOK_BYTES = 8 * 1024 * 1024

/** POST /hooks/:agent: what an agent's hook was given, as it is. `{}` is an answer without an opinion. */
export function addHooksDoor(app: FastifyInstance, deps: HookIntakeDeps): void {
  const intake = new HookIntake(deps)
  app.register(async (door) => {
    takeBodies(door, [JSON_TYPE])
    door.post<{ Params: { agent: string } }>('/hooks/:agent', async (request) => {
      const { tenantId } = permit(request, 'session:write')
      const agent = agentNamed(request.params.agent)
      const { value, text } = readJson(await readWhole(request.raw, MAX_HOOK_BYTES))
      await intake.take(tenantId, agent, value, text)
      return {}
    })
  })
}

function agentNamed(name: string): HookedAgent {
  const agent = HOOKED_AGENTS.find((known) => known === name)
  if (agent) return agent
  const message = `no hooks are known of "${name.slice(0, 100)}"; known are ${HOOKED_AGENTS.join(', ')}`
  throw new SignalboxError('notFound', message, { field: 'agent' })
}
