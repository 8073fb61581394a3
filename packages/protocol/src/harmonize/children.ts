import { decodeEntities } from './entities.js'
import type { TagRow } from './tag-row.js'
import { type Token, tokensOf } from './token.js'
import { childTags, type Tags } from './vocabulary.js'

/** What a parsed tag holds, by the lower-case names of its children; entities are decoded. */
export type Children = ReadonlyMap<string, string>

/** The child that may hold anything, the tags of its brothers too. */
const ANYTHING = 'result'

const made = new Map<TagRow, Tags>()

function tagsIn(row: TagRow): Tags {
  const known = made.get(row)
  if (known) return known
  const tags = childTags(row.children ?? [], row)
  made.set(row, tags)
  return tags
}

/** Reads the children of a block. `result` is carved out first, so nothing inside it is taken for a child. */
export function childrenOf(inside: string, row: TagRow): Children {
  const children = new Map<string, string>()
  const keep = (name: string, text: string) => children.set(name, decodeEntities(text).trim())
  const [left, result] = carved(inside, tokensOf(inside, tagsIn(row)))
  if (result !== undefined) keep(ANYTHING, result)
  const tokens = tokensOf(left, tagsIn(row))
  for (let index = 0; index < tokens.length; index++) {
    const open = tokens[index]
    if (!open || open.kind === 'close' || children.has(open.tag.name)) continue
    const close = open.kind === 'empty' ? index : endOf(tokens, index)
    const end = open.kind === 'empty' ? open.end : (tokens[close]?.start ?? left.length)
    keep(open.tag.name, left.slice(open.end, end))
    // A brother that ends an unclosed child is read next.
    index = tokens[close]?.kind === 'open' ? close - 1 : close
  }
  return children
}

/** What is left without `result`, and `result`: from its first opening tag to its last closing one. */
function carved(inside: string, tokens: readonly Token[]): [left: string, result?: string] {
  const open = tokens.find(({ tag, kind }) => tag.name === ANYTHING && kind === 'open')
  if (!open) return [inside]
  const close = tokens.findLast(({ tag, kind }) => tag.name === ANYTHING && kind === 'close')
  if (!close || close.start < open.end) return [inside.slice(0, open.start), inside.slice(open.end)]
  return [inside.slice(0, open.start) + inside.slice(close.end), inside.slice(open.end, close.start)]
}

/** The number of the token that ends a child: its closing tag, else the next child; past the end without either. */
function endOf(tokens: readonly Token[], index: number): number {
  const name = tokens[index]?.tag.name
  const close = tokens.findIndex(({ kind, tag }, at) => at > index && kind === 'close' && tag.name === name)
  if (close !== -1) return close
  const next = tokens.findIndex(({ kind }, at) => at > index && kind === 'open')
  return next === -1 ? tokens.length : next
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
