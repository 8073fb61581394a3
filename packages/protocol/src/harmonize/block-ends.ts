import type { Token } from './token.js'
import type { KnownTag } from './vocabulary.js'

/** The tokens of one tag, as they are met. */
interface Lane {
  open: number[]
  lastClose: number
}

/**
 * For each opening tag the number of the closing tag that ends its block, -1 where there is none. Opening tags of the
 * same name at the start of a section nest; without balance the last closing tag there is ends the block.
 */
export function blockEnds(text: string, tokens: readonly Token[]): Int32Array {
  const ends = new Int32Array(tokens.length).fill(-1)
  const starts = sectionStarts(text, tokens)
  const lanes = new Map<KnownTag, Lane>()
  tokens.forEach((token, index) => {
    let lane = lanes.get(token.tag)
    if (!lane) {
      lane = { open: [], lastClose: -1 }
      lanes.set(token.tag, lane)
    }
    if (token.kind === 'close') {
      lane.lastClose = index
      const open = lane.open.pop()
      if (open !== undefined) ends[open] = index
    } else if (token.kind === 'open' && starts[index] === 1) {
      lane.open.push(index)
    }
  })
  for (const { open, lastClose } of lanes.values()) {
    for (const index of open) ends[index] = lastClose > index ? lastClose : -1
  }
  for (const tag of lanes.keys()) if (tag.row.holdsAnything) reachFurther(text, tokens, tag, starts, ends)
  return ends
}

/** 1 for every token that may start a section, whatever is known of the blocks around it. */
function sectionStarts(text: string, tokens: readonly Token[]): Uint8Array {
  const starts = new Uint8Array(tokens.length)
  let before: Token | undefined
  let isBeforeStart = true
  tokens.forEach((token, index) => {
    const follows = (before?.kind !== 'open' || isBeforeStart) && isBlank(text, before?.end ?? 0, token.start)
    isBeforeStart = follows || isLineStart(text, token.start)
    starts[index] = isBeforeStart ? 1 : 0
    before = token
  })
  return starts
}

/** Lets a block reach to the last closing tag in its place before the next block of the same tag. */
function reachFurther(
  text: string,
  tokens: readonly Token[],
  tag: KnownTag,
  starts: Uint8Array,
  ends: Int32Array,
): void {
  const reach = new Map<number, number>()
  let furthest = -1
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index]
    if (token?.tag !== tag) continue
    if (token.kind !== 'close') {
      if (starts[index] === 1) furthest = -1
      continue
    }
    if (furthest !== -1) reach.set(index, furthest)
    else if (text[token.start - 1] === '>' || isLineStart(text, token.start)) furthest = index
  }
  tokens.forEach((token, index) => {
    const further = token.tag === tag ? reach.get(ends[index] ?? -1) : undefined
    if (further !== undefined) ends[index] = further
  })
}

/** Whether only up to three spaces stand between the start of the line and this place. */
export function isLineStart(text: string, at: number): boolean {
  let before = at - 1
  while (at - before <= 3 && text.charCodeAt(before) === 0x20) before--
  return before < 0 || text.charCodeAt(before) === 0x0a
}

const SPACE = /\s*/y

/** Where the first character that is no whitespace stands, from a place on. */
export function inkFrom(text: string, from: number): number {
  SPACE.lastIndex = from
  return SPACE.test(text) ? SPACE.lastIndex : from
}

const isBlank = (text: string, from: number, to: number) => inkFrom(text, from) >= to
