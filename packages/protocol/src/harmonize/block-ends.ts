import { CLOSES, OPENS, type Token } from './token.js'
import { inkFrom, isLineStart } from './whitespace.js'

/**
 * For each opening tag the number of the closing tag that ends its block, -1 where there is none. Opening tags of the
 * same name at the start of a section nest; without balance the last closing tag there is ends the block.
 */
export function blockEnds(text: string, tokens: readonly Token[]): Int32Array {
  const ends = new Int32Array(tokens.length).fill(-1)
  const starts = sectionStarts(text, tokens)
  // Of each tag: the innermost opening tag not closed yet, and the last closing tag. Of each opening tag: the next outer.
  const innermost: number[] = []
  const lastClose: number[] = []
  const outer = new Int32Array(tokens.length)
  let holdsAnything = false
  for (const [index, { kind, tag }] of tokens.entries()) {
    const open = innermost[tag.id] ?? -1
    if (kind === OPENS && starts[index] === 1) {
      outer[index] = open
      innermost[tag.id] = index
      holdsAnything ||= tag.row.holdsAnything === true
    } else if (kind === CLOSES) {
      lastClose[tag.id] = index
      if (open === -1) continue
      ends[open] = index
      innermost[tag.id] = outer[open] ?? -1
    }
  }
  for (const [index, { kind, tag }] of tokens.entries()) {
    if (kind !== OPENS || ends[index] !== -1) continue
    const last = lastClose[tag.id] ?? -1
    if (last > index) ends[index] = last
  }
  if (holdsAnything) reachFurther(text, tokens, starts, ends)
  return ends
}

/** 1 for every token that may start a section, whatever is known of the blocks around it. */
function sectionStarts(text: string, tokens: readonly Token[]): Uint8Array {
  const starts = new Uint8Array(tokens.length)
  let before = 0
  let isAfterBlock = true
  for (const [index, { start, end, kind }] of tokens.entries()) {
    const isStart: boolean =
      (isAfterBlock && (before === start || inkFrom(text, before) === start)) || isLineStart(text, start)
    if (isStart) starts[index] = 1
    isAfterBlock = isStart || kind !== OPENS
    before = end
  }
  return starts
}

/** Lets blocks that hold anything reach to the last closing tag in its place before the next block of the same tag. */
function reachFurther(text: string, tokens: readonly Token[], starts: Uint8Array, ends: Int32Array): void {
  const reach = new Int32Array(tokens.length)
  const furthest: number[] = []
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index]
    if (!token?.tag.row.holdsAnything) continue
    const { id } = token.tag
    if (token.kind === CLOSES) {
      const last = furthest[id] ?? -1
      reach[index] = last === -1 ? index : last
      const isInPlace = text[token.start - 1] === '>' || isLineStart(text, token.start)
      if (last === -1 && isInPlace) furthest[id] = index
    } else if (starts[index] === 1) {
      furthest[id] = -1
      const close = ends[index] ?? -1
      if (close !== -1) ends[index] = reach[close] ?? close
    }
  }
}
