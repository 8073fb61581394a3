import { decodeEntities } from './entities.js'
import type { TagRow } from './tag-row.js'
import { TagTable } from './tag-table.js'
import { CLOSES, IS_EMPTY, OPENS, type Tokens, tokensOf } from './tokens.js'

/** What a parsed tag holds, by the lower-case names of its children; entities are decoded. */
export type Children = ReadonlyMap<string, string>

/** The child that may hold anything, the tags of its brothers too. */
const ANYTHING = 'result'

const made = new Map<TagRow['children'], TagTable>()

/** The children of a row, findable by name: tags that mean something inside it only. */
function tagsIn(row: TagRow): TagTable {
  const known = made.get(row.children)
  if (known) return known
  const tags = new TagTable((row.children ?? []).map((tag) => ({ ...row, tag })))
  made.set(row.children, tags)
  return tags
}

/** Reads the children of a block. `result` is carved out first, so nothing inside it is taken for a child. */
export function childrenOf(inside: string, row: TagRow): Children {
  const children = new Map<string, string>()
  let left = inside
  let tokens = tokensOf(inside, tagsIn(row))
  const carved = carve(inside, tokens)
  if (carved) {
    children.set(ANYTHING, decodeEntities(carved.result).trim())
    left = carved.left
    tokens = tokensOf(left, tagsIn(row))
  }
  for (let index = 0; index < tokens.count; ) {
    const name = tokens.tag(index)?.name ?? ''
    if (tokens.kind(index) === CLOSES || children.has(name)) {
      index++
      continue
    }
    const close = tokens.kind(index) === IS_EMPTY ? index : endOf(tokens, index)
    const start = tokens.end(index)
    const text = close === index ? '' : left.slice(start, tokens.start(close))
    children.set(name, decodeEntities(text).trim())
    // A brother that ends an unclosed child is read next.
    index = close > index && tokens.kind(close) === OPENS ? close : close + 1
  }
  return children
}

/** Takes `result` out: from its first opening tag to its last closing one, or to the end. */
function carve(inside: string, tokens: Tokens): { left: string; result: string } | undefined {
  const is = (index: number, kind: number) =>
    tokens.kind(index) === kind && tokens.tag(index)?.name === ANYTHING
  let first = 0
  while (first < tokens.count && !is(first, OPENS)) first++
  if (first === tokens.count) return undefined
  let last = tokens.count - 1
  while (last > first && !is(last, CLOSES)) last--
  const before = inside.slice(0, tokens.start(first))
  if (last === first) return { left: before, result: inside.slice(tokens.end(first)) }
  return {
    left: before + inside.slice(tokens.end(last)),
    result: inside.slice(tokens.end(first), tokens.start(last)),
  }
}

/** The number of the token that ends a child: its closing tag, else the next child; past the end without either. */
function endOf(tokens: Tokens, index: number): number {
  const id = tokens.tagId(index)
  let next = tokens.count
  for (let at = index + 1; at < tokens.count; at++) {
    if (tokens.kind(at) === CLOSES && tokens.tagId(at) === id) return at
    if (tokens.kind(at) === OPENS && next === tokens.count) next = at
  }
  return next
}

/** The inside of a block without the tags of its children, line by line. */
export function withoutChildTags(inside: string, row: TagRow): string {
  const tokens = row.children && tokensOf(inside, tagsIn(row))
  if (!tokens || tokens.count === 0) return inside.trim()
  let out = ''
  let from = 0
  for (let index = 0; index < tokens.count; index++) {
    out += inside.slice(from, tokens.start(index))
    from = tokens.end(index)
  }
  const lines = (out + inside.slice(from)).split('\n')
  return lines.flatMap((line) => line.trim() || []).join('\n')
}
