import { attributeOf } from './attributes.js'
import { partOf, readBlock } from './block.js'
import { BlockEnds } from './block-ends.js'
import type { Part } from './cleaned.js'
import { type CommandTags, commandOf } from './command.js'
import { phraseAt, speakerOf } from './known-phrase.js'
import { Place } from './place.js'
import { Sheet } from './sheet.js'
import type { PhraseRow, TagRow } from './tag-row.js'
import type { KnownTag } from './tag-table.js'
import type { Fitting } from './task.js'
import { CLOSES, IS_EMPTY, OPENS, type Tokens } from './tokens.js'
import type { Vocabulary } from './vocabulary.js'
import { Ahead, inkFrom, isLineStart, lineEnd, paragraphEnd } from './whitespace.js'

/** What a reading needs besides the text. */
export interface Means extends Fitting {
  vocabulary: Vocabulary
  /** Collects the names of the rows that are taken out, in order. */
  names: Set<string>
}

const LF = 0x0a

/** The attributes that say who speaks. */
const SPEAKERS = ['teammate_id', 'from', 'name']

/** Reads a text once. Nothing, if there is nothing in it that the vocabulary knows. */
export function scan(text: string, tokens: Tokens, means: Means): Sheet | undefined {
  return new Scan(text, tokens, means).read()
}

/** Whether a reading of this text would take anything out. */
export function isTouched(text: string, { dropped }: Vocabulary, tokens: Tokens): boolean {
  const place = new Place(text)
  const phrase = phraseAt(text, place.ink, dropped)
  // A heading goes with the block below it, and only so.
  if (phrase && phrase.extent !== 'heading') return true
  const quoted = new Quoted(tokens)
  for (let index = 0; index < tokens.count; index++) {
    const isStart = place.isSectionStart(tokens.start(index))
    if (isStart && !quoted.ends(index)) return true
    quoted.passBy(index)
  }
  return false
}

/** Tags that stand in somebody's words: what closes one of them there is part of these words, on a line of its own too. */
class Quoted {
  readonly #tokens: Tokens
  readonly #open: number[] = []

  constructor(tokens: Tokens) {
    this.#tokens = tokens
  }

  ends(index: number): boolean {
    return this.#tokens.kind(index) === CLOSES && (this.#open[this.#tokens.tagId(index)] ?? 0) > 0
  }

  passBy(index: number): void {
    const id = this.#tokens.tagId(index)
    const kind = this.#tokens.kind(index)
    const open = this.#open[id] ?? 0
    if (kind === OPENS) this.#open[id] = open + 1
    else if (kind === CLOSES && open > 0) this.#open[id] = open - 1
  }
}

class Scan {
  readonly #text: string
  readonly #tokens: Tokens
  readonly #means: Means
  readonly #place: Place
  readonly #sheet = new Sheet()
  /** Made when the first block is met. */
  #ends: BlockEnds | undefined
  /** The opening tags of the unwrapped blocks that are being read, the innermost last. */
  readonly #open: number[] = []
  readonly #quoted: Quoted
  /** 1 for the closing tags of unwrapped blocks. */
  readonly #isEnd: Uint8Array
  #index = 0
  #isTouched = false
  #lastNamed: TagRow | undefined
  /** Only blocks so far, no words of their own between them. */
  #isLead = true
  #hasText = false
  /** Directly behind the opening tag of an unwrapped block. */
  #isInside = false
  /** Nothing was read since the place was moved. */
  #mayBePhrase = true

  // Made when they are needed: most texts are short and need none of them.
  #lineEnds: Ahead | undefined
  #paragraphEnds: Ahead | undefined
  /** By the opening tag of a block: who speaks in it. */
  #speakers: Map<number, string | undefined> | undefined

  constructor(text: string, tokens: Tokens, means: Means) {
    this.#text = text
    this.#tokens = tokens
    this.#means = means
    this.#place = new Place(text)
    this.#isEnd = new Uint8Array(tokens.count)
    this.#quoted = new Quoted(tokens)
  }

  read(): Sheet | undefined {
    const tokens = this.#tokens
    for (;;) {
      if (this.#isLead && this.#mayBePhrase && this.#readPhrase()) continue
      const index = this.#index
      if (index >= tokens.count) break
      const isEnd = this.#isEnd[index] === 1
      const isWord = !isEnd && (!this.#place.isSectionStart(tokens.start(index)) || this.#quoted.ends(index))
      if (isWord) {
        this.#quoted.passBy(index)
        this.#index++
      } else if (isEnd || tokens.kind(index) === CLOSES) this.#takeOut(index)
      else this.#readOpening(index)
    }
    if (!this.#isTouched) return undefined
    this.#flush(this.#text.length)
    return this.#sheet
  }

  #endOf(index: number): number {
    this.#ends ??= new BlockEnds(this.#text, this.#tokens, this.#place.fences)
    return this.#ends.of(index)
  }

  #takeOut(index: number): void {
    this.#flush(this.#tokens.start(index))
    this.#name(this.#tokens.tag(index)?.row)
    this.#skip(this.#tokens.start(index), this.#tokens.end(index))
  }

  #readOpening(index: number): void {
    const row = this.#tokens.tag(index)?.row
    this.#flush(this.#tokens.start(index), row?.before)
    if (row?.action === 'render') this.#readCommand(index)
    else if (row?.action === 'unwrap' && this.#tokens.kind(index) === OPENS) this.#unwrap(index, row)
    else if (row) this.#readBlock(index, row)
  }

  #name(row: TagRow | undefined): void {
    if (row === undefined || row === this.#lastNamed) return
    this.#lastNamed = row
    this.#means.names.add(row.tag)
  }

  #unwrap(index: number, row: TagRow): void {
    const end = this.#endOf(index)
    if (end !== -1) this.#isEnd[end] = 1
    this.#open.push(index)
    this.#name(row)
    this.#skip(this.#tokens.start(index), this.#tokens.end(index))
    this.#isInside = true
  }

  #readBlock(index: number, row: TagRow): void {
    const { inside, isTruncated, end } = this.#blockAt(index)
    this.#name(row)
    for (const part of readBlock({ row, inside, isTruncated }, this.#means)) this.#sheet.add(part)
    const after = row.after === undefined ? -1 : inkFrom(this.#text, end)
    const isAfter = row.after !== undefined && this.#text.startsWith(row.after, after)
    this.#skip(this.#tokens.start(index), isAfter ? lineEnd(this.#text, after) : end)
  }

  #blockAt(index: number): { inside: string; isTruncated: boolean; end: number } {
    const tokens = this.#tokens
    const from = tokens.end(index)
    if (tokens.kind(index) === IS_EMPTY) return { inside: '', isTruncated: false, end: from }
    const close = this.#endOf(index)
    if (close === -1) return { inside: this.#text.slice(from), isTruncated: true, end: this.#text.length }
    return { inside: this.#text.slice(from, tokens.start(close)), isTruncated: false, end: tokens.end(close) }
  }

  /** Command tags that stand together are one command. */
  #readCommand(first: number): void {
    const tokens = this.#tokens
    const tags: CommandTags = {}
    let tag = tokens.tag(first)?.row.tag ?? ''
    let isTruncated = false
    let index = first
    let to = tokens.start(first)
    for (;;) {
      const known = this.#ofCommand(index)
      if (!known || tags[known.name] !== undefined || inkFrom(this.#text, to) !== tokens.start(index)) break
      const block = this.#blockAt(index)
      // Without an end of its own it ends where the next tag of the command starts.
      const isCut = block.isTruncated && this.#ofCommand(index + 1) !== undefined
      to = isCut ? tokens.start(index + 1) : block.end
      tags[known.name] = isCut ? this.#text.slice(tokens.end(index), to) : block.inside
      isTruncated ||= block.isTruncated
      if (known.name === 'command-name') tag = known.row.tag
      this.#name(known.row)
      while (tokens.start(index) < to) index++
    }
    const { name, args, text } = commandOf(tags)
    const part: Part = { kind: 'command', tag, name, args, text: this.#means.tidy(text) }
    if (isTruncated) part.truncated = true
    this.#sheet.add(part)
    this.#skip(tokens.start(first), to)
  }

  #ofCommand(index: number): KnownTag | undefined {
    const known = this.#tokens.tag(index)
    return known?.row.action === 'render' && this.#tokens.kind(index) !== CLOSES ? known : undefined
  }

  /** Goes on behind what was taken out. */
  #skip(from: number, to: number): void {
    this.#isTouched = true
    this.#isInside = false
    this.#place.skip(from, to)
    while (this.#tokens.start(this.#index) < to) this.#index++
    this.#mayBePhrase = true
  }

  /** Takes out a phrase that goes, where only blocks stood so far; whether there was one. */
  #readPhrase(): boolean {
    const { ink } = this.#place
    this.#mayBePhrase = false
    if (this.#tokens.start(this.#index) === ink || (this.#hasText && this.#openBlock() !== -1)) return false
    const row = phraseAt(this.#text, ink, this.#means.vocabulary.dropped)
    if (row?.extent === 'heading') return this.#readHeading(row)
    if (row) this.#dropPhrase(row)
    return row !== undefined
  }

  #dropPhrase(row: PhraseRow): void {
    const from = this.#place.ink
    this.#flush(from)
    let to = row.extent === 'line' ? this.#lineEnd(from) : this.#paragraphEnd(from)
    for (let index = this.#index; this.#tokens.start(index) < to; index++) {
      const start = this.#tokens.start(index)
      if (this.#isEnd[index] === 1 || this.#place.isSectionStart(start)) to = start
    }
    this.#means.names.add(row.phrase)
    if (row.kind === 'context') {
      this.#sheet.add({ kind: 'context', tag: row.phrase, text: this.#text.slice(from, to).trim() })
    }
    this.#skip(from, to)
  }

  #lineEnd(from: number): number {
    this.#lineEnds ??= new Ahead(this.#text, lineEnd)
    return this.#lineEnds.from(from)
  }

  #paragraphEnd(from: number): number {
    this.#paragraphEnds ??= new Ahead(this.#text, paragraphEnd)
    return this.#paragraphEnds.from(from)
  }

  #readHeading(row: PhraseRow): boolean {
    const from = this.#place.ink
    const below = inkFrom(this.#text, this.#lineEnd(from))
    const index = this.#index
    const known = this.#tokens.start(index) === below ? this.#tokens.tag(index) : undefined
    if (!known || known.row.tag !== row.over || this.#tokens.kind(index) === CLOSES) return false
    this.#flush(from)
    this.#means.names.add(row.phrase)
    this.#readBlock(index, { ...known.row, action: 'drop', kind: row.kind })
    return true
  }

  /** Puts the text since the last thing taken out on the sheet; beside that it is trimmed, but for the indent of a line. */
  #flush(to: number, before?: string): void {
    const text = this.#text
    const { at, ink } = this.#place
    if (ink >= to) {
      this.#sheet.space(text, at, to)
      return
    }
    const isLast = to === text.length
    const from = at === 0 ? 0 : this.#textStart(at, ink)
    const run = text.slice(from, to)
    const trimmed = run.trimEnd()
    const shown = before === undefined ? trimmed : withoutLastLine(trimmed, before)
    if (at > 0) this.#sheet.space(text, at, from)
    if (shown !== '') {
      this.#sheet.add(this.#partOf(isLast ? run : shown))
      this.#hasText = true
      if (this.#open.length === 0) this.#isLead = false
    }
    this.#sheet.space(text, to - (run.length - trimmed.length), to)
  }

  /** Where text behind something taken out starts: with the indent of its line, which what is inside a block has too. */
  #textStart(at: number, ink: number): number {
    for (let start = ink; start > at; start--) if (this.#text.charCodeAt(start - 1) === LF) return start
    return this.#isInside ? at : ink
  }

  /** The innermost unwrapped block at this place, -1 outside of all. */
  #openBlock(): number {
    for (;;) {
      const open = this.#open.at(-1)
      if (open === undefined) return -1
      const end = this.#endOf(open)
      if (end === -1 || end >= this.#index) return open
      this.#open.pop()
    }
  }

  #speakerOf(open: number, { row, name }: KnownTag): string | undefined {
    if (row.kind !== 'peer') return undefined
    this.#speakers ??= new Map()
    if (!this.#speakers.has(open)) {
      const attributes = this.#tokens.start(open) + 1 + name.length
      this.#speakers.set(open, attributeOf(this.#text.slice(attributes, this.#tokens.end(open)), SPEAKERS))
    }
    return this.#speakers.get(open)
  }

  #partOf(text: string): Part {
    const open = this.#openBlock()
    const known = this.#tokens.tag(open)
    if (known) return partOf(known.row, text, this.#endOf(open) === -1, this.#speakerOf(open, known))
    const phrase = this.#isLead ? speakerOf(text, this.#means.vocabulary.kept) : undefined
    return phrase?.kind === 'notice' ? { kind: 'notice', tag: phrase.phrase, text } : { kind: 'text', text }
  }
}

/** A run of text without its last line, if that is the given one. */
function withoutLastLine(run: string, line: string): string {
  const start = run.length - line.length
  return run.endsWith(line) && isLineStart(run, start) ? run.slice(0, start).trimEnd() : run
}
