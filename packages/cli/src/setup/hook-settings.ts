import { isDeepStrictEqual } from 'node:util'
import { isOurCommand } from './hook-command.js'
import { appended, layoutOf, replaced, type Splice, spliced, without } from './json-edit.js'
import {
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonTextOptions,
  memberOf,
  readJsonText,
  valueIn,
} from './json-text.js'
import { LeftAlone } from './left-alone.js'

/** What runs on an event: one handler, and for what it is meant if not for all. */
export interface HookGroup {
  matcher?: string
  hooks: readonly [Readonly<Record<string, unknown>>]
}

/** Our hooks by the native name of their event. */
export type Hooks = Readonly<Record<string, HookGroup>>

/** A handler of ours where it stands. */
interface Found {
  event: string
  /** The list of groups of its event, and where in it. */
  list: JsonArray
  group: JsonNode
  groupIndex: number
  handlers: JsonArray
  handler: JsonNode
  handlerIndex: number
}

/** The settings with our hooks in them: missing ones after those of others, old ones in their place. */
export function withHooks(text: string, hooks: Hooks, options: JsonTextOptions = {}): string {
  if (isBlank(text)) return completed('{\n}\n', hooks, options)
  const single = dropped(text, options, (found, all) => {
    const first = all.find(({ event }) => event === found.event)
    return !Object.hasOwn(hooks, found.event) || found !== first
  })
  return completed(renewed(single, hooks, options), hooks, options)
}

/** The settings without any hook of ours, and without the lists that held nothing else. */
export function withoutHooks(text: string, options: JsonTextOptions = {}): string {
  return isBlank(text) ? text : dropped(text, options, () => true)
}

/** Where our hooks are: event, group, handler. */
export function hookPlaces(
  text: string,
  options: JsonTextOptions = {},
): { event: string; group: number; handler: number; value: unknown; matcher: unknown }[] {
  if (isBlank(text)) return []
  return oursIn(rootOf(text, options)).map(({ event, group, groupIndex, handler, handlerIndex }) => {
    const matcher = memberOf(group, 'matcher')
    return {
      event,
      group: groupIndex,
      handler: handlerIndex,
      value: valueIn(handler),
      matcher: matcher && valueIn(matcher.value),
    }
  })
}

/** The object a settings file is. Whatever it is else, it is not ours to change. */
export function rootOf(text: string, options: JsonTextOptions): JsonObject {
  const root = readJsonText(text, options)
  if (root.kind !== 'object') throw new LeftAlone('it does not hold a JSON object')
  const hooks = memberOf(root, 'hooks')?.value
  if (hooks && hooks.kind !== 'object') throw new LeftAlone('"hooks" in it is not an object')
  return root
}

export function isBlank(text: string): boolean {
  return text.replace(/^\ufeff/, '').trim() === ''
}

function oursIn(root: JsonObject): Found[] {
  const events = memberOf(root, 'hooks')?.value
  if (events?.kind !== 'object') return []
  return events.members.flatMap(({ key: event, value: list }) =>
    elementsOf(list).flatMap((group, groupIndex) => {
      const handlers = memberOf(group, 'hooks')?.value
      if (list.kind !== 'array' || handlers?.kind !== 'array') return []
      return handlers.elements.flatMap((handler, handlerIndex) => {
        const command = memberOf(handler, 'command')?.value
        const isOurs = command?.kind === 'plain' && isOurCommand(command.value)
        return isOurs ? [{ event, list, group, groupIndex, handlers, handler, handlerIndex }] : []
      })
    }),
  )
}

/** Takes handlers of ours out; a group, an event or all of `hooks` goes with the last that was in it. */
function dropped(
  text: string,
  options: JsonTextOptions,
  isGone: (found: Found, all: readonly Found[]) => boolean,
): string {
  const root = rootOf(text, options)
  const all = oursIn(root)
  const gone = new Set<JsonNode>(all.filter((found) => isGone(found, all)).map(({ handler }) => handler))
  if (gone.size === 0) return text
  const groupGone = (group: JsonNode) => everyOf(memberOf(group, 'hooks')?.value, (one) => gone.has(one))
  const eventGone = ({ value }: JsonMember) => everyOf(value, groupGone)
  const hooks = memberOf(root, 'hooks')
  if (hooks?.value.kind !== 'object') return text
  const events = hooks.value
  if (events.members.every(eventGone))
    return spliced(
      text,
      without(text, root, (index) => root.members[index] === hooks),
    )
  const splices: Splice[] = without(text, events, (index) => isAt(events.members, index, eventGone))
  for (const member of events.members) {
    const list = member.value
    if (list.kind !== 'array' || eventGone(member)) continue
    splices.push(...without(text, list, (index) => isAt(list.elements, index, groupGone)))
    for (const group of list.elements) {
      const handlers = memberOf(group, 'hooks')?.value
      if (handlers?.kind !== 'array' || groupGone(group)) continue
      splices.push(
        ...without(text, handlers, (index) => isAt(handlers.elements, index, (one) => gone.has(one))),
      )
    }
  }
  return spliced(text, splices)
}

/** Ours that are of an older form, replaced where they stand. */
function renewed(text: string, hooks: Hooks, options: JsonTextOptions): string {
  const root = rootOf(text, options)
  const layout = layoutOf(text, root)
  const splices = oursIn(root).flatMap(({ event, group, handlers, handler }) => {
    const wanted = hooks[event]
    if (!wanted) return []
    // In a group with others only the handler is ours.
    const [node, value] = handlers.elements.length === 1 ? [group, wanted] : [handler, wanted.hooks[0]]
    return isDeepStrictEqual(valueIn(node), value) ? [] : [replaced(node, value, layout)]
  })
  return spliced(text, splices)
}

/** What is missing, after what is there. */
function completed(text: string, hooks: Hooks, options: JsonTextOptions): string {
  const root = rootOf(text, options)
  const layout = layoutOf(text, root)
  const present = new Set(oursIn(root).map(({ event }) => event))
  const missing = Object.entries(hooks).filter(([event]) => !present.has(event))
  if (missing.length === 0) return text
  const events = memberOf(root, 'hooks')?.value
  if (events?.kind !== 'object')
    return spliced(text, [
      appended(text, root, [{ key: 'hooks', value: asLists(hooks), isTall: true }], layout),
    ])
  const fresh: { key: string; value: unknown }[] = []
  const splices: Splice[] = []
  for (const [event, group] of missing) {
    const list = memberOf(events, event)?.value
    if (list === undefined) fresh.push({ key: event, value: [group] })
    else if (list.kind === 'array') splices.push(appended(text, list, [{ value: group }], layout))
    else throw new LeftAlone(`"hooks.${event}" in it is not a list`)
  }
  if (fresh.length > 0) splices.push(appended(text, events, fresh, layout))
  return spliced(text, splices)
}

function asLists(hooks: Hooks): Record<string, unknown> {
  return Object.fromEntries(Object.entries(hooks).map(([event, group]) => [event, [group]]))
}

function elementsOf(node: JsonNode): readonly JsonNode[] {
  return node.kind === 'array' ? node.elements : []
}

/** True of every element, of which there is one at least. */
function everyOf(node: JsonNode | undefined, holds: (element: JsonNode) => boolean): boolean {
  return node?.kind === 'array' && node.elements.length > 0 && node.elements.every(holds)
}

function isAt<T>(list: readonly T[], index: number, holds: (one: T) => boolean): boolean {
  const one = list[index]
  return one !== undefined && holds(one)
}
