import type { KnownTag, Tags } from './vocabulary.js'

/** One opening or closing tag that is known, wherever it stands. */
export interface Token {
  start: number
  end: number
  tag: KnownTag
  kind: 'open' | 'close' | 'empty'
}

const LONGEST_NAME = 64
const MAX_ATTRIBUTES = 1000

const [LT, GT, SLASH, EQUALS, QUOTE, APOSTROPHE] = [0x3c, 0x3e, 0x2f, 0x3d, 0x22, 0x27] as const

/** 1 for what a name is made of, by its code: letters, digits, `-`, `_`. */
const NAME = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_') {
  NAME[character.charCodeAt(0)] = 1
}
const isName = (code: number) => code < 128 && NAME[code] === 1
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x09

/** All known tags of a text between two places, in order. Reads every character once. */
export function tokensOf(text: string, tags: Tags, from = 0, to = text.length): Token[] {
  const tokens: Token[] = []
  const members = new Map<string, KnownTag>()
  let at = text.indexOf('<', from)
  while (at !== -1 && at < to) {
    const next = text.charCodeAt(at + 1)
    if (next === LT) {
      at++
      continue
    }
    const isClose = next === SLASH
    const nameStart = at + (isClose ? 2 : 1)
    const nameEnd = nameEndOf(text, nameStart)
    const tag = nameEnd === nameStart ? undefined : tagAt(text, nameStart, nameEnd, tags, members)
    let end = -1
    if (tag) {
      const rest = nameStart + tag.name.length
      end = isClose ? closeEnd(text, rest, to) : openEnd(text, rest, to)
    }
    if (tag && end !== -1) {
      const isEmpty = !isClose && text.charCodeAt(end - 2) === SLASH
      tokens.push({ start: at, end, tag, kind: isClose ? 'close' : isEmpty ? 'empty' : 'open' })
    }
    at = text.indexOf('<', end === -1 ? Math.max(nameEnd, at + 1) : end)
  }
  return tokens
}

function tagAt(
  text: string,
  start: number,
  end: number,
  tags: Tags,
  members: Map<string, KnownTag>,
): KnownTag | undefined {
  const first = text.charCodeAt(start) | 0x20
  const isPossible = ((tags.lengths[first] ?? 0) >> (end - start)) & 1
  if (isPossible === 0 && tags.families.length === 0) return undefined
  const written = text.slice(start, end)
  if (isPossible) {
    const known = tags.byName.get(written) ?? tags.byName.get(written.toLowerCase())
    if (known)
      return known.name.length === end - start || isWhole(text, start, known.name) ? known : undefined
  }
  const name = written.toLowerCase()
  for (const { prefix, row } of tags.families) {
    if (name.length <= prefix.length || !name.startsWith(prefix)) continue
    const member = members.get(name) ?? { row, name }
    members.set(name, member)
    return member
  }
  return undefined
}

/** A name with a space in it is one only with all its words. */
function isWhole(text: string, start: number, name: string): boolean {
  const end = start + name.length
  return text.slice(start, end).toLowerCase() === name && !isName(text.charCodeAt(end))
}

function closeEnd(text: string, from: number, to: number): number {
  let at = from
  while (at < to && isSpace(text.charCodeAt(at)) && at - from < MAX_ATTRIBUTES) at++
  return at < to && text.charCodeAt(at) === GT ? at + 1 : -1
}

/** Where an opening tag ends: behind attributes, whose quoted values may hold anything. -1: it is none. */
function openEnd(text: string, from: number, to: number): number {
  const first = text.charCodeAt(from)
  if (first === GT) return from < to ? from + 1 : -1
  if (first !== SLASH && !isSpace(first)) return -1
  const limit = Math.min(to, from + MAX_ATTRIBUTES)
  let quote = 0
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === GT) {
      return at + 1
    } else if (code === LT) {
      return -1
    } else if ((code === QUOTE || code === APOSTROPHE) && text.charCodeAt(at - 1) === EQUALS) {
      quote = code
    }
  }
  return -1
}

/** Where a `<` and the name of a known tag stand, whether or not they make a whole tag. */
export function tagStarts(text: string, tags: Tags): number[] {
  const starts: number[] = []
  const members = new Map<string, KnownTag>()
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const nameStart = at + (text.charCodeAt(at + 1) === SLASH ? 2 : 1)
    const nameEnd = nameEndOf(text, nameStart)
    if (nameEnd > nameStart && tagAt(text, nameStart, nameEnd, tags, members)) starts.push(at)
  }
  return starts
}

function nameEndOf(text: string, start: number): number {
  let end = start
  while (end - start < LONGEST_NAME && isName(text.charCodeAt(end))) end++
  return end
}

const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

/** The attributes of an opening tag, by lower-case name. */
export function attributesOf(text: string, token: Token): Map<string, string> {
  const attributes = new Map<string, string>()
  const written = text.slice(token.start + 1 + token.tag.name.length, token.end - 1)
  for (const [, name = '', double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '')
  }
  return attributes
}
