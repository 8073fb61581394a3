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
  const tokens = tokensOf(inside, tagsIn(row))
  const [first, last] = resultIn(tokens)
  if (first < tokens.count) {
    const result = inside.slice(tokens.end(first), last > first ? tokens.start(last) : undefined)
    children.set(ANYTHING, decodeEntities(result).trim())
  }
  readBetween(inside, tokens, 0, first, children)
  if (last > first) readBetween(inside, tokens, last + 1, tokens.count, children)
  return children
}

/** Reads the children that stand between two tokens; of two of a name, the first. */
function readBetween(
  inside: string,
  tokens: Tokens,
  from: number,
  to: number,
  children: Map<string, string>,
): void {
  for (let index = from; index < to; ) {
    const name = tokens.tag(index)?.name ?? ''
    if (tokens.kind(index) === CLOSES || children.has(name)) {
      index++
      continue
    }
    const close = tokens.kind(index) === IS_EMPTY ? index : endOf(tokens, index, to)
    const start = tokens.end(index)
    const end = close < tokens.count ? tokens.start(close) : inside.length
    children.set(name, close === index ? '' : decodeEntities(inside.slice(start, end)).trim())
    // A brother that ends an unclosed child is read next.
    index = close > index && close < to && tokens.kind(close) === OPENS ? close : close + 1
  }
}

/** The tokens around `result`: its first opening tag and its last closing one; twice the same without an end. */
function resultIn(tokens: Tokens): [first: number, last: number] {
  const is = (index: number, kind: number) =>
    tokens.kind(index) === kind && tokens.tag(index)?.name === ANYTHING
  let first = 0
  while (first < tokens.count && !is(first, OPENS)) first++
  let last = tokens.count - 1
  while (last > first && !is(last, CLOSES)) last--
  return [first, Math.max(first, last)]
}

/** The number of the token that ends a child: its closing tag, else the next child, else the one where reading ends. */
function endOf(tokens: Tokens, index: number, to: number): number {
  const id = tokens.tagId(index)
  let next = to
  for (let at = index + 1; at < to; at++) {
    if (tokens.kind(at) === CLOSES && tokens.tagId(at) === id) return at
    if (tokens.kind(at) === OPENS && next === to) next = at
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
