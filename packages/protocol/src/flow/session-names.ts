import type { SessionMeta } from '../registry/shapes.js'
import type { FlowEvent } from './flow-fields.js'

/** Everything a session answers to in the `where` of a trigger: its uuid, its other ids, its name. */
export type SessionNames = readonly string[]

type Named = Pick<SessionMeta, 'id' | 'aliases' | 'name'>

export function sessionNames({ id, aliases, name }: Named): SessionNames {
  return [id, ...aliases.map((alias) => alias.id), ...(name === null ? [] : [name])]
}

/** Sessions that flows began are known by this kind of alias, with the id of the delivery. Nobody speaks of them by it. */
export const FLOW_NAMESPACE = 'flow'

/** The id a session is spoken of by: the one notify clients use, else its agent's own, else its uuid. */
export function usualId({ id, aliases }: Pick<Named, 'id' | 'aliases'>): string {
  const notify = aliases.find(({ namespace }) => namespace === 'notify')
  const native = aliases.find(({ namespace }) => namespace !== FLOW_NAMESPACE)
  return (notify ?? native)?.id ?? id
}

/** The id the sender of this very event used. */
export function spokenId({ data }: Pick<FlowEvent, 'data'>, session: Pick<Named, 'id' | 'aliases'>): string {
  const { notify } = data
  const sentTo = typeof notify === 'object' && notify !== null && !Array.isArray(notify) && notify.sentTo
  return typeof sentTo === 'string' ? sentTo : usualId(session)
}
