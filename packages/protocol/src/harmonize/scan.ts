import { type Block, partOf, readBlock } from './block.js'
import { blockEnds, inkFrom, isLineStart } from './block-ends.js'
import type { Part } from './cleaned.js'
import { commandOf } from './command.js'
import { decodeEntities } from './entities.js'
import { type Fence, fencesOf } from './fences.js'
import { lineEnd, paragraphEnd, phraseAt, speakerOf } from './known-phrase.js'
import { Sheet } from './sheet.js'
import type { PhraseRow, TagRow } from './tag-row.js'
import { attributesOf, type Token, tokensOf } from './token.js'
import type { Vocabulary } from './vocabulary.js'

/** An unwrapped block whose inside is being read. */
interface Open {
  row: TagRow
  isTruncated: boolean
  from: string | undefined
  isClosed: boolean
  hasText: boolean
}

const SPEAKERS = ['teammate_id', 'from', 'name']

/** What a reading needs besides the text. */
export interface Means {
  vocabulary: Vocabulary
  /** Makes a text that stood inside a block fit to be shown. */
  tidy: (text: string) => string
  /** Collects the names of the rows that are taken out, in order. */
  names: Set<string>
}

/** Reads a text once. Nothing, if there is nothing in it that the vocabulary knows. */
export function scan(text: string, means: Means): Sheet | undefined {
  const tokens = tokensOf(text, means.vocabulary.tags)
  return isTouched(text, means.vocabulary, tokens) ? new Scan(text, tokens, means).read() : undefined
}

/** Whether a reading of this text would take anything out. */
export function isTouched(text: string, vocabulary: Vocabulary, tokens: readonly Token[]): boolean {
  const place = new Place(text)
  const phrase = phraseAt(text, place.ink, vocabulary.phrases)
  // A heading goes with the block below it, and only so.
  if (phrase?.action === 'drop' && phrase.extent !== 'heading') return true
  return tokens.some((token) => place.isSectionStart(token.start))
}

/** Where reading stands: behind the last thing taken out, inside a fence or not. */
class Place {
  readonly text: string
  at = 0
  /** The first character from here on that is no whitespace: a tag there starts a section. */
  ink: number
  #fences: Fence[] | undefined
  #nextFence = 0
  #fenceEnd = 0

  constructor(text: string) {
    this.text = text
    this.ink = inkFrom(text, 0)
  }

  moveTo(at: number): void {
    this.at = at
    this.ink = inkFrom(this.text, at)
  }

  isSectionStart(at: number): boolean {
    return (at === this.ink || isLineStart(this.text, at)) && !this.#isFenced(at)
  }

  #isFenced(at: number): boolean {
    this.#fences ??= fencesOf(this.text)
    for (;;) {
      const fence = this.#fences[this.#nextFence]
      if (!fence || fence.start >= at) return at < this.#fenceEnd
      this.#nextFence++
      if (fence.start >= this.#fenceEnd && fence.start >= this.at) this.#fenceEnd = fence.end
    }
  }
}

class Scan {
  readonly #text: string
  readonly #means: Means
  readonly #tokens: readonly Token[]
  readonly #ends: Int32Array
  readonly #place: Place
  readonly #sheet = new Sheet()
  readonly #open: Open[] = []
  /** By the number of a closing tag: the unwrapped blocks it ends. */
  readonly #closes = new Map<number, Open[]>()
  #index = 0
  /** Only blocks so far, no words of their own between them. */
  #isLead = true
  #hasText = false

  constructor(text: string, tokens: readonly Token[], means: Means) {
    this.#text = text
    this.#tokens = tokens
    this.#means = means
    this.#ends = blockEnds(text, tokens)
    this.#place = new Place(text)
  }

  read(): Sheet {
    this.#readPhrases()
    for (;;) {
      const token = this.#tokens[this.#index]
      if (!token) break
      if (this.#closes.has(this.#index)) this.#takeOut(token)
      else if (!this.#place.isSectionStart(token.start)) this.#index++
      else if (token.kind === 'close') this.#takeOut(token)
      else this.#readOpening(token)
    }
    this.#flush(this.#text.length)
    for (const open of this.#open) this.#close(open)
    return this.#sheet
  }

  #readOpening(token: Token): void {
    const { row } = token.tag
    this.#flush(token.start, row.before)
    if (row.action === 'render') this.#readCommand()
    else if (row.action === 'unwrap' && token.kind === 'open') this.#unwrap(token)
    else this.#readBlock(token, row)
  }

  #takeOut(token: Token): void {
    this.#flush(token.start)
    this.#means.names.add(token.tag.row.tag)
    this.#moveTo(token.end)
  }

  #unwrap(token: Token): void {
    const end = this.#ends[this.#index] ?? -1
    const { row } = token.tag
    const attributes = row.kind === 'peer' ? attributesOf(this.#text, token) : undefined
    const speaker = SPEAKERS.find((name) => attributes?.get(name))
    const from = speaker === undefined ? undefined : decodeEntities(attributes?.get(speaker) ?? '')
    const open: Open = { row, isTruncated: end === -1, from, isClosed: false, hasText: false }
    this.#open.push(open)
    const brothers = this.#closes.get(end)
    if (brothers) brothers.push(open)
    else if (end !== -1) this.#closes.set(end, [open])
    this.#means.names.add(row.tag)
    this.#moveTo(token.end)
  }

  #readBlock(token: Token, row: TagRow): void {
    const block = this.#blockAt(this.#index, row)
    this.#means.names.add(row.tag)
    for (const part of readBlock(block, this.#means.tidy)) this.#sheet.add(part)
    let { end } = block
    const after = row.after === undefined ? -1 : inkFrom(this.#text, end)
    if (after !== -1 && this.#text.startsWith(row.after ?? '', after)) end = lineEnd(this.#text, after)
    this.#moveTo(Math.max(end, token.end))
  }

  #blockAt(index: number, row: TagRow): Block & { end: number } {
    const start = this.#tokens[index]?.end ?? 0
    if (this.#tokens[index]?.kind === 'empty') return { row, inside: '', isTruncated: false, end: start }
    const close = this.#tokens[this.#ends[index] ?? -1]
    const inside = this.#text.slice(start, close?.start)
    return { row, inside, isTruncated: !close, end: close?.end ?? this.#text.length }
  }

  /** Command tags that stand together are one command. */
  #readCommand(): void {
    const insides = new Map<string, string>()
    let isTruncated = false
    let end = 0
    let tag = ''
    for (let index = this.#index; ; ) {
      const token = this.#tokens[index]
      if (
        !token ||
        token.kind === 'close' ||
        token.tag.row.action !== 'render' ||
        insides.has(token.tag.name)
      )
        break
      if (end > 0 && inkFrom(this.#text, end) !== token.start) break
      const { row, name } = token.tag
      const block = this.#blockAt(index, row)
      // Without an end of its own it ends where the next tag of the command starts.
      const next = block.isTruncated ? this.#nextOfCommand(index) : undefined
      end = next?.start ?? block.end
      isTruncated ||= block.isTruncated
      insides.set(name, next ? this.#text.slice(token.end, end) : block.inside)
      this.#means.names.add(row.tag)
      if (tag === '' || name === 'command-name') tag = row.tag
      while ((this.#tokens[index]?.start ?? Number.POSITIVE_INFINITY) < end) index++
    }
    const { name, args, text } = commandOf(insides)
    const part: Part = { kind: 'command', tag, name, args, text: this.#means.tidy(text) }
    this.#sheet.add(isTruncated ? { ...part, truncated: true } : part)
    this.#moveTo(end)
  }

  #nextOfCommand(index: number): Token | undefined {
    const next = this.#tokens[index + 1]
    return next?.tag.row.action === 'render' && next.kind !== 'close' ? next : undefined
  }

  #moveTo(end: number): void {
    this.#place.moveTo(end)
    for (;;) {
      const token = this.#tokens[this.#index]
      if (!token || token.start >= end) break
      for (const open of this.#closes.get(this.#index) ?? []) this.#close(open)
      this.#index++
    }
    this.#readPhrases()
  }

  #close(open: Open): void {
    if (!open.isClosed && !open.hasText) this.#sheet.add(partOf(open.row, '', open.isTruncated, open.from))
    open.isClosed = true
    while (this.#open.at(-1)?.isClosed) this.#open.pop()
  }

  /** Takes out phrases that go, where only blocks stood so far. */
  #readPhrases(): void {
    if (!this.#isLead || (this.#open.length > 0 && this.#hasText)) return
    const row = phraseAt(this.#text, this.#place.ink, this.#means.vocabulary.phrases)
    if (row?.action !== 'drop') return
    if (row.extent === 'heading') this.#readHeading(row)
    else this.#dropPhrase(row, row.extent === 'line' ? lineEnd : paragraphEnd)
  }

  #dropPhrase(row: PhraseRow, endOf: (text: string, at: number) => number): void {
    const start = this.#place.ink
    this.#flush(start)
    let end = endOf(this.#text, start)
    for (let index = this.#index; ; index++) {
      const token = this.#tokens[index]
      if (!token || token.start >= end) break
      if (this.#closes.has(index) || this.#place.isSectionStart(token.start)) end = token.start
    }
    this.#means.names.add(row.phrase)
    const text = row.kind === 'context' ? this.#text.slice(start, end).trim() : ''
    this.#sheet.add({ kind: row.kind === 'context' ? 'context' : 'notice', tag: row.phrase, text })
    this.#moveTo(end)
  }

  #readHeading(row: PhraseRow): void {
    const start = this.#place.ink
    const below = inkFrom(this.#text, lineEnd(this.#text, start))
    const token = this.#tokens[this.#index]
    if (token?.start !== below || token.kind === 'close' || token.tag.row.tag !== row.over) return
    this.#flush(start)
    this.#means.names.add(row.phrase)
    this.#readBlock(token, { ...token.tag.row, action: 'drop', kind: row.kind })
  }

  /** Puts the text since the last thing taken out on the sheet; what stood beside it is trimmed. */
  #flush(to: number, before?: string): void {
    const from = this.#place.at
    let run = this.#text.slice(from, to)
    if (before !== undefined) run = withoutLastLine(run, before)
    const isLast = to === this.#text.length
    const ink = run.trim()
    if (ink === '') {
      this.#sheet.space(run)
      return
    }
    if (from > 0) {
      const trimmed = run.trimStart()
      this.#sheet.space(run.slice(0, run.length - trimmed.length))
      run = trimmed
    }
    const shown = isLast ? run : run.trimEnd()
    this.#sheet.add(this.#partOf(shown))
    this.#sheet.space(run.slice(shown.length))
    this.#hasText = true
    if (this.#open.length === 0) this.#isLead = false
  }

  #partOf(text: string): Part {
    const open = this.#open.at(-1)
    if (open) {
      open.hasText = true
      return partOf(open.row, text, open.isTruncated, open.from)
    }
    const row = this.#isLead ? speakerOf(text, this.#means.vocabulary.phrases) : undefined
    return row?.kind === 'notice' ? { kind: 'notice', tag: row.phrase, text } : { kind: 'text', text }
  }
}

/** A run of text without its last line, if that is the given one. */
function withoutLastLine(run: string, line: string): string {
  const trimmed = run.trimEnd()
  const start = trimmed.length - line.length
  return trimmed.endsWith(line) && isLineStart(trimmed, start)
    ? run.slice(0, start) + run.slice(trimmed.length)
    : run
}
