import type { Json, JsonObject } from '../event.js'
import { tooDeep } from '../json/too-deep.js'
import { parsePointer } from './json-pointer.js'
import { LIMITS } from './limits.js'

type WithValue<Op> = { op: Op; path: string; value: Json }
type WithFrom<Op> = { op: Op; path: string; from: string }

/** One operation of a JSON patch (RFC 6902). */
export type Operation =
  | WithValue<'add'>
  | WithValue<'replace'>
  | WithValue<'test'>
  | { op: 'remove'; path: string }
  | WithFrom<'move'>
  | WithFrom<'copy'>

type Needs = 'value' | 'from' | 'nothing'

const NEEDS: Readonly<Record<Operation['op'], Needs>> = {
  add: 'value',
  replace: 'value',
  test: 'value',
  remove: 'nothing',
  move: 'from',
  copy: 'from',
}

/** The operation a line says, or what is wrong with the line. Members RFC 6902 does not know are left out. */
export function readOperation(line: string): Operation | string {
  const said = parse(line)
  if (said === undefined) return 'is not JSON'
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return 'is not an operation'
  const { op, path } = said
  if (typeof op !== 'string' || !Object.hasOwn(NEEDS, op)) {
    return `is not an operation: op must be one of ${Object.keys(NEEDS).join(', ')}`
  }
  const problem = pointerProblem('path', path)
  if (problem !== undefined) return problem
  return PARTS[NEEDS[op as Operation['op']]](op, path as string, said)
}

type Read = (op: string, path: string, said: JsonObject) => Operation | string

const PARTS: Readonly<Record<Needs, Read>> = {
  nothing: (op, path) => ({ op, path }) as Operation,
  from: (op, path, { from }) => pointerProblem('from', from) ?? ({ op, path, from } as Operation),
  value(op, path, said) {
    if (!Object.hasOwn(said, 'value')) return 'is not an operation: it has no value'
    const value = said.value as Json
    return valueProblem(value) ?? ({ op, path, value } as Operation)
  },
}

function parse(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json
  } catch {
    return undefined
  }
}

function pointerProblem(name: string, pointer: Json | undefined): string | undefined {
  if (typeof pointer !== 'string') return `is not an operation: ${name} must be a string`
  const tokens = parsePointer(pointer)
  if (tokens === undefined) return `is not an operation: ${name} is not a JSON pointer`
  const unsafe = tokens.some((token, index) => isUnsafe(token, tokens[index + 1]))
  return unsafe ? `names a member no spec may have in ${name}` : undefined
}

function valueProblem(value: Json): string | undefined {
  if (tooDeep(value, LIMITS.depth)) return `nests deeper than ${LIMITS.depth} levels`
  return memberProblem(value)
}

/** Looks at what JSON can say but no reader should be handed on. */
function memberProblem(value: Json): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'has a number that is too large'
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    const inner = typeof member === 'object' && member !== null && Object.hasOwn(member, 'prototype')
    if (isUnsafe(key, inner ? 'prototype' : undefined)) return 'names a member no spec may have in value'
    const problem = memberProblem(member)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** We only ever touch own members; a client that does not would have its prototypes changed by these. */
function isUnsafe(key: string, next: string | undefined): boolean {
  return key === '__proto__' || (key === 'constructor' && next === 'prototype')
}
