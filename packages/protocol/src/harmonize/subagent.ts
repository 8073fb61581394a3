import type { Children } from './children.js'
import { neutralise } from './control.js'

/** What an agent below this one told, as the children a task notification would have; nothing if it is no JSON. */
export function subagentChildren(inside: string): Children {
  const body = objectOf(inside)
  const children = new Map<string, string>()
  const keep = (name: string, value: unknown) => {
    if (typeof value === 'string' && value.trim() !== '') children.set(name, neutralise(value).trim())
  }
  keep('task-id', body.agent_path ?? body.agent_id)
  if (typeof body.status === 'string') keep('status', body.status)
  else if (isObject(body.status)) {
    // How it ended is the name of the one member; what it said last, its value.
    const [ended] = Object.entries(body.status)
    if (ended) {
      keep('status', ended[0])
      keep('result', ended[1])
    }
  }
  if (children.size > 0) children.set('task-type', 'subagent')
  return children
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
