import { parsePointer } from '@signalbox/protocol'

/** Something a person did that changes the state of a piece of interface. */
export type StateEdit =
  | { do: 'set'; path: string; value: unknown }
  | { do: 'push'; path: string; value: unknown }
  | { do: 'remove'; path: string; index: unknown }

const DEEPEST = 32
const MOST_ITEMS = 10_000
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])

/** The value a pointer leads to; undefined where it leads nowhere. */
export function valueAt(state: unknown, pointer: string): unknown {
  let value = state
  for (const token of parsePointer(pointer) ?? ['']) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined
    value = (value as Record<string, unknown>)[token]
  }
  return value
}

/** The pointer a prop is bound to, and whether it is set there as well. */
export function bindingOf(value: unknown): { path: string; sets: boolean } | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { $state, $bindState } = value as Record<string, unknown>
  if (typeof $bindState === 'string') return { path: $bindState, sets: true }
  return typeof $state === 'string' ? { path: $state, sets: false } : undefined
}

/** A value of a spec with what is bound to the state filled in. */
export function resolved(value: unknown, state: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  const binding = bindingOf(value)
  if (binding) return valueAt(state, binding.path)
  if (!hasBinding(value, depth)) return value
  if (Array.isArray(value)) return value.map((item) => resolved(item, state, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, resolved(part, state, depth + 1)]),
  )
}

/** Large tables of plain values are not copied. */
function hasBinding(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false
  if (bindingOf(value)) return true
  return Object.values(value).some((part) => hasBinding(part, depth + 1))
}

/** The state after an edit. An edit that leads nowhere changes nothing. Pure. */
export function edited(state: unknown, edit: StateEdit): unknown {
  const tokens = parsePointer(edit.path)
  if (tokens === undefined || tokens.length === 0 || tokens.length > DEEPEST) return state
  if (tokens.some((token) => FORBIDDEN.has(token))) return state
  return changedAt(state, tokens, (value) => {
    if (edit.do === 'set') return edit.value
    const list = Array.isArray(value) ? value : value === undefined ? [] : undefined
    if (list === undefined) return value
    if (edit.do === 'push') return list.length < MOST_ITEMS ? [...list, edit.value] : list
    const { index } = edit
    return typeof index === 'number'
      ? list.filter((_, at) => at !== index)
      : list.filter((item) => item !== index)
  })
}

function changedAt(value: unknown, tokens: readonly string[], change: (value: unknown) => unknown): unknown {
  const [token, ...rest] = tokens
  if (token === undefined) return change(value)
  if (Array.isArray(value)) {
    const at = token === '-' ? value.length : Number(token)
    if (!Number.isInteger(at) || at < 0 || at > value.length) return value
    const copy = [...value]
    copy[at] = changedAt(copy[at], rest, change)
    return copy
  }
  if (value !== undefined && (typeof value !== 'object' || value === null)) return value
  const holder = (value ?? {}) as Record<string, unknown>
  const inner = Object.hasOwn(holder, token) ? holder[token] : undefined
  return { ...holder, [token]: changedAt(inner, rest, change) }
}
