import { decodeEntities } from './entities.js'
import type { TagRow } from './tag-row.js'
import { TagTable } from './tag-table.js'
import { CLOSES, IS_EMPTY, OPENS, type Token, tokensOf } from './token.js'

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
  for (let index = 0; index < tokens.length; index++) {
    const open = tokens[index]
    if (!open || open.kind === CLOSES || children.has(open.tag.name)) continue
    const close = open.kind === IS_EMPTY ? index : endOf(tokens, index)
    const text = close === index ? '' : left.slice(open.end, tokens[close]?.start)
    children.set(open.tag.name, decodeEntities(text).trim())
    // A brother that ends an unclosed child is read next.
    index = close > index && tokens[close]?.kind === OPENS ? close - 1 : close
  }
  return children
}

/** Takes `result` out: from its first opening tag to its last closing one, or to the end. */
function carve(inside: string, tokens: readonly Token[]): { left: string; result: string } | undefined {
  const open = tokens.find(({ kind, tag }) => kind === OPENS && tag.name === ANYTHING)
  if (!open) return undefined
  const close = tokens.findLast(({ kind, tag }) => kind === CLOSES && tag.name === ANYTHING)
  const before = inside.slice(0, open.start)
  return close && close.start >= open.end
    ? { left: before + inside.slice(close.end), result: inside.slice(open.end, close.start) }
    : { left: before, result: inside.slice(open.end) }
}

/** The number of the token that ends a child: its closing tag, else the next child; past the end without either. */
function endOf(tokens: readonly Token[], index: number): number {
  const tag = tokens[index]?.tag
  let next = tokens.length
  for (let at = index + 1; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.kind === CLOSES && token.tag === tag) return at
    if (token?.kind === OPENS && next === tokens.length) next = at
  }
  return next
}

/** The inside of a block without the tags of its children, line by line. */
export function withoutChildTags(inside: string, row: TagRow): string {
  const tokens = row.children ? tokensOf(inside, tagsIn(row)) : []
  if (tokens.length === 0) return inside.trim()
  let out = ''
  let from = 0
  for (const { start, end } of tokens) {
    out += inside.slice(from, start)
    from = end
  }
  const lines = (out + inside.slice(from)).split('\n')
  return lines.flatMap((line) => line.trim() || []).join('\n')
}
