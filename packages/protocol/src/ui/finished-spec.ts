import type { Json, JsonObject } from '../event.js'
import { uiEvents } from '../registry/ui-events.js'
import type { Static } from '../schema.js'
import { validate } from '../validate.js'
import { excerpt } from './excerpt.js'
import { LIMITS, utf8Bytes } from './limits.js'

const SPEC = uiEvents.rows['ui.spec_complete'].data

/** A piece of interface: its elements by id, the one to begin with, and the values they show and set. */
export type UiSpec = Static<typeof SPEC>['spec']

/**
 * What the first line of a block is applied to, here and by every client that draws the patches as they come: so an
 * element can be added without making `/elements` first.
 */
export const EMPTY_SPEC = { root: '', elements: {}, state: {} } as const satisfies UiSpec

/** The spec a document is, with what is missing or null filled in; or why it is none. */
export function finishedSpec(document: Json | undefined): UiSpec | string {
  if (!isObject(document)) return 'the spec is not an object'
  const { root, elements, state, ...others } = document
  const spec = { root: root ?? '', elements: filled(elements ?? {}), state: state ?? {}, ...others }
  const fault = validate(SPEC.properties.spec ?? {}, spec)
  if (fault) return `${excerpt(fault.path)} ${fault.problem}`
  return wholeProblem(spec as unknown as UiSpec) ?? (spec as unknown as UiSpec)
}

function filled(elements: Json): Json {
  if (!isObject(elements)) return elements
  return Object.fromEntries(
    Object.entries(elements).map(([id, element]) => [
      id,
      isObject(element)
        ? { ...element, props: element.props ?? {}, children: element.children ?? [] }
        : element,
    ]),
  )
}

function wholeProblem({ root, elements, ...rest }: UiSpec): string | undefined {
  if (!Object.hasOwn(elements, root)) return `root names no element: ${excerpt(root) || '(none)'}`
  for (const [id, { children }] of Object.entries(elements)) {
    const stranger = children.find((child) => !Object.hasOwn(elements, child))
    if (stranger !== undefined) return `a child of ${excerpt(id)} names no element: ${excerpt(stranger)}`
  }
  if (hasCycle(elements)) return 'an element is inside itself'
  const bytes = utf8Bytes(JSON.stringify({ root, elements, ...rest }))
  return bytes > LIMITS.specBytes ? 'the spec is larger than 1 MiB' : undefined
}

/** Takes away elements nobody holds any more, again and again; what then is left holds itself. */
function hasCycle(elements: UiSpec['elements']): boolean {
  const held = new Map(Object.keys(elements).map((id) => [id, 0]))
  for (const { children } of Object.values(elements)) {
    for (const child of children) held.set(child, (held.get(child) ?? 0) + 1)
  }
  const free = [...held].filter(([, holders]) => holders === 0).map(([id]) => id)
  for (const id of free) {
    for (const child of elements[id]?.children ?? []) {
      const holders = (held.get(child) ?? 0) - 1
      held.set(child, holders)
      if (holders === 0) free.push(child)
    }
  }
  return free.length < held.size
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
