/** Where a value stands in a JSON text. */
export interface Span {
  start: number
  end: number
}

export interface JsonMember extends Span {
  key: string
  value: JsonNode
}

/** A value of a JSON text with its place, so that the text around it can stay as it is. */
export type JsonNode =
  | (Span & { kind: 'object'; members: JsonMember[] })
  | (Span & { kind: 'array'; elements: JsonNode[] })
  | (Span & { kind: 'plain'; value: string | number | boolean | null })

export type JsonObject = Extract<JsonNode, { kind: 'object' }>
export type JsonArray = Extract<JsonNode, { kind: 'array' }>

/** Settings are not nested so deep; a text that is would only cost the stack. */
const DEEPEST = 200
const GAP = /[ \t\r\n]*/y
const GAP_WITH_COMMENTS = /(?:[ \t\r\n]+|\/\/[^\r\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y
const PLAIN = /(?:"[^"\\]*(?:\\.[^"\\]*)*"|[-+.\w]+)/sy

/** What is wrong with a text, and where. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError'
}

export interface JsonTextOptions {
  /** Line and block comments count as blank. */
  comments?: boolean
}

/** Reads a JSON text, keeping the place of everything. A byte order mark before it is no part of it. */
export function readJsonText(text: string, { comments = false }: JsonTextOptions = {}): JsonNode {
  const gap = comments ? GAP_WITH_COMMENTS : GAP
  let at = text.startsWith('\ufeff') ? 1 : 0

  const fail = (): never => {
    const lines = text.slice(0, at).split('\n')
    throw new JsonTextError(`line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`)
  }
  const skip = () => {
    gap.lastIndex = at
    at += gap.exec(text)?.[0].length ?? 0
  }
  const expect = (sign: string) => {
    if (text[at] !== sign) fail()
    at += 1
  }
  const plain = (): Extract<JsonNode, { kind: 'plain' }> => {
    PLAIN.lastIndex = at
    const word = PLAIN.exec(text)?.[0] ?? fail()
    const start = at
    try {
      const value = JSON.parse(word) as string | number | boolean | null
      at += word.length
      return { kind: 'plain', value, start, end: at }
    } catch {
      return fail()
    }
  }
  /** Everything between two brackets, `one` for each. */
  const list = <T>(close: string, one: () => T): T[] => {
    const found: T[] = []
    at += 1
    skip()
    while (text[at] !== close) {
      if (found.length > 0) expect(',')
      skip()
      found.push(one())
      skip()
    }
    at += 1
    return found
  }
  const member = (depth: number): JsonMember => {
    const key = text[at] === '"' ? plain() : fail()
    skip()
    expect(':')
    skip()
    const value = node(depth)
    return { key: String(key.value), value, start: key.start, end: value.end }
  }
  const node = (depth: number): JsonNode => {
    if (depth > DEEPEST) fail()
    const start = at
    if (text[at] === '{') {
      const members = list('}', () => member(depth + 1))
      return { kind: 'object', members, start, end: at }
    }
    if (text[at] === '[') {
      const elements = list(']', () => node(depth + 1))
      return { kind: 'array', elements, start, end: at }
    }
    return plain()
  }

  skip()
  const root = node(0)
  skip()
  if (at < text.length) fail()
  return root
}

/** The value itself. */
export function valueIn(node: JsonNode): unknown {
  if (node.kind === 'plain') return node.value
  if (node.kind === 'array') return node.elements.map(valueIn)
  return Object.fromEntries(node.members.map(({ key, value }) => [key, valueIn(value)]))
}

/** The member of a name; of several the last, which is the one that counts. */
export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.kind === 'object' ? node.members.findLast((member) => member.key === key) : undefined
}
