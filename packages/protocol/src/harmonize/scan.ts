import { attributeOf } from './attributes.js'
import { partOf, readBlock } from './block.js'
import { BlockEnds } from './block-ends.js'
import type { Part } from './cleaned.js'
import { type CommandTags, commandOf } from './command.js'
import { phraseAt, speakerOf } from './known-phrase.js'
import { Place } from './place.js'
import { Sheet } from './sheet.js'
import type { PhraseRow, TagRow } from './tag-row.js'
import type { Fitting } from './task.js'
import { CLOSES, IS_EMPTY, OPENS, type Token } from './token.js'
import type { Vocabulary } from './vocabulary.js'
import { inkFrom, isLineStart, lineEnd, paragraphEnd } from './whitespace.js'

/** What a reading needs besides the text. */
export interface Means extends Fitting {
  vocabulary: Vocabulary
  /** Collects the names of the rows that are taken out, in order. */
  names: Set<string>
}

/** The attributes that say who speaks. */
const SPEAKERS = ['teammate_id', 'from', 'name']

/** Reads a text once. Nothing, if there is nothing in it that the vocabulary knows. */
export function scan(text: string, tokens: readonly Token[], means: Means): Sheet | undefined {
  return new Scan(text, tokens, means).read()
}

/** Whether a reading of this text would take anything out. */
export function isTouched(text: string, { dropped }: Vocabulary, tokens: readonly Token[]): boolean {
  const place = new Place(text)
  const phrase = phraseAt(text, place.ink, dropped)
  // A heading goes with the block below it, and only so.
  if (phrase && phrase.extent !== 'heading') return true
  return tokens.some(({ start }) => place.isSectionStart(start))
}

class Scan {
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #means: Means
  readonly #place: Place
  readonly #sheet = new Sheet()
  /** Made when the first block is met. */
  #ends: BlockEnds | undefined
  /** The opening tags of the unwrapped blocks that are being read, the innermost last. */
  readonly #open: number[] = []
  /** 1 for the closing tags of unwrapped blocks. */
  readonly #isEnd: Uint8Array
  #index = 0
  #isTouched = false
  /** Only blocks so far, no words of their own between them. */
  #isLead = true
  #hasText = false
  /** Nothing was read since the place was moved. */
  #mayBePhrase = true

  constructor(text: string, tokens: readonly Token[], means: Means) {
    this.#text = text
    this.#tokens = tokens
    this.#means = means
    this.#place = new Place(text)
    this.#isEnd = new Uint8Array(tokens.length)
  }

  read(): Sheet | undefined {
    for (;;) {
      if (this.#isLead && this.#mayBePhrase && this.#readPhrase()) continue
      const token = this.#tokens[this.#index]
      if (!token) break
      const isEnd = this.#isEnd[this.#index] === 1
      if (!isEnd && !this.#place.isSectionStart(token.start)) this.#index++
      else if (isEnd || token.kind === CLOSES) this.#takeOut(token)
      else this.#readOpening(token)
    }
    if (!this.#isTouched) return undefined
    this.#flush(this.#text.length)
    return this.#sheet
  }

  #endOf(index: number): number {
    this.#ends ??= new BlockEnds(this.#text, this.#tokens, this.#place.fences)
    return this.#ends.of(index)
  }

  #takeOut(token: Token): void {
    this.#flush(token.start)
    this.#means.names.add(token.tag.row.tag)
    this.#moveTo(token.end)
  }

  #readOpening(token: Token): void {
    const { row } = token.tag
    this.#flush(token.start, row.before)
    if (row.action === 'render') this.#readCommand(token)
    else if (row.action === 'unwrap' && token.kind === OPENS) this.#unwrap(token)
    else this.#readBlock(token, row)
  }

  #unwrap(token: Token): void {
    const end = this.#endOf(this.#index)
    if (end !== -1) this.#isEnd[end] = 1
    this.#open.push(this.#index)
    this.#means.names.add(token.tag.row.tag)
    this.#moveTo(token.end)
  }

  #readBlock(token: Token, row: TagRow): void {
    const { inside, isTruncated, end } = this.#blockAt(this.#index, token)
    this.#means.names.add(row.tag)
    for (const part of readBlock({ row, inside, isTruncated }, this.#means)) this.#sheet.add(part)
    const after = row.after === undefined ? -1 : inkFrom(this.#text, end)
    const isAfter = row.after !== undefined && this.#text.startsWith(row.after, after)
    this.#moveTo(isAfter ? lineEnd(this.#text, after) : end)
  }

  #blockAt(index: number, token: Token): { inside: string; isTruncated: boolean; end: number } {
    if (token.kind === IS_EMPTY) return { inside: '', isTruncated: false, end: token.end }
    const close = this.#tokens[this.#endOf(index)]
    if (!close) return { inside: this.#text.slice(token.end), isTruncated: true, end: this.#text.length }
    return { inside: this.#text.slice(token.end, close.start), isTruncated: false, end: close.end }
  }

  /** Command tags that stand together are one command. */
  #readCommand(first: Token): void {
    const tags: CommandTags = {}
    let tag = first.tag.row.tag
    let isTruncated = false
    let index = this.#index
    let to = first.start
    for (;;) {
      const token = this.#ofCommand(index)
      if (!token || tags[token.tag.name] !== undefined || inkFrom(this.#text, to) !== token.start) break
      const block = this.#blockAt(index, token)
      // Without an end of its own it ends where the next tag of the command starts.
      const next = block.isTruncated ? this.#ofCommand(index + 1) : undefined
      tags[token.tag.name] = next ? this.#text.slice(token.end, next.start) : block.inside
      isTruncated ||= block.isTruncated
      to = next ? next.start : block.end
      if (token.tag.name === 'command-name') tag = token.tag.row.tag
      this.#means.names.add(token.tag.row.tag)
      while ((this.#tokens[index]?.start ?? to) < to) index++
    }
    const { name, args, text } = commandOf(tags)
    const part: Part = { kind: 'command', tag, name, args, text: this.#means.tidy(text) }
    if (isTruncated) part.truncated = true
    this.#sheet.add(part)
    this.#moveTo(to)
  }

  #ofCommand(index: number): Token | undefined {
    const token = this.#tokens[index]
    return token?.tag.row.action === 'render' && token.kind !== CLOSES ? token : undefined
  }

  #moveTo(end: number): void {
    this.#isTouched = true
    this.#place.moveTo(end)
    while ((this.#tokens[this.#index]?.start ?? end) < end) this.#index++
    this.#mayBePhrase = true
  }

  /** Takes out a phrase that goes, where only blocks stood so far; whether there was one. */
  #readPhrase(): boolean {
    const { ink } = this.#place
    this.#mayBePhrase = false
    if (this.#tokens[this.#index]?.start === ink || (this.#hasText && this.#openBlock() !== -1)) return false
    const row = phraseAt(this.#text, ink, this.#means.vocabulary.dropped)
    if (row?.extent === 'heading') return this.#readHeading(row)
    if (row) this.#dropPhrase(row)
    return row !== undefined
  }

  #dropPhrase(row: PhraseRow): void {
    const from = this.#place.ink
    this.#flush(from)
    let to = row.extent === 'line' ? lineEnd(this.#text, from) : paragraphEnd(this.#text, from)
    for (let index = this.#index; ; index++) {
      const token = this.#tokens[index]
      if (!token || token.start >= to) break
      if (this.#isEnd[index] === 1 || this.#place.isSectionStart(token.start)) to = token.start
    }
    this.#means.names.add(row.phrase)
    if (row.kind === 'context') {
      this.#sheet.add({ kind: 'context', tag: row.phrase, text: this.#text.slice(from, to).trim() })
    }
    this.#moveTo(to)
  }

  #readHeading(row: PhraseRow): boolean {
    const from = this.#place.ink
    const below = inkFrom(this.#text, lineEnd(this.#text, from))
    const token = this.#tokens[this.#index]
    if (token?.start !== below || token.kind === CLOSES || token.tag.row.tag !== row.over) return false
    this.#flush(from)
    this.#means.names.add(row.phrase)
    this.#readBlock(token, { ...token.tag.row, action: 'drop', kind: row.kind })
    return true
  }

  /** Puts the text since the last thing taken out on the sheet; beside that it is trimmed. */
  #flush(to: number, before?: string): void {
    const text = this.#text
    const { at, ink } = this.#place
    if (ink >= to) {
      this.#sheet.space(text, at, to)
      return
    }
    const isLast = to === text.length
    const run = text.slice(at === 0 ? 0 : ink, to)
    const trimmed = run.trimEnd()
    const shown = before === undefined ? trimmed : withoutLastLine(trimmed, before)
    if (at > 0) this.#sheet.space(text, at, ink)
    if (shown !== '') {
      this.#sheet.add(this.#partOf(isLast ? run : shown))
      this.#hasText = true
      if (this.#open.length === 0) this.#isLead = false
    }
    this.#sheet.space(text, to - (run.length - trimmed.length), to)
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

  #speakerOf({ start, end, tag }: Token): string | undefined {
    if (tag.row.kind !== 'peer') return undefined
    return attributeOf(this.#text.slice(start + 1 + tag.name.length, end), SPEAKERS)
  }

  #partOf(text: string): Part {
    const open = this.#openBlock()
    const token = this.#tokens[open]
    if (token) {
      return partOf(token.tag.row, text, this.#endOf(open) === -1, this.#speakerOf(token))
    }
    const phrase = this.#isLead ? speakerOf(text, this.#means.vocabulary.kept) : undefined
    return phrase?.kind === 'notice' ? { kind: 'notice', tag: phrase.phrase, text } : { kind: 'text', text }
  }
}

/** A run of text without its last line, if that is the given one. */
function withoutLastLine(run: string, line: string): string {
  const start = run.length - line.length
  return run.endsWith(line) && isLineStart(run, start) ? run.slice(0, start).trimEnd() : run
}
