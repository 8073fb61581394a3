/** A part of a text that can be drawn by itself. */
export type MarkdownBlock =
  | { kind: 'prose'; source: string }
  | { kind: 'code'; code: string; language: string }
  /** What would take too long to read as markdown, as it stands. */
  | { kind: 'plain'; source: string }

export interface SplitMarkdown {
  blocks: MarkdownBlock[]
  /** The targets of `[label]: target` lines, which may stand in another block than the links that use them. */
  targets: Record<string, string>
}

const FENCE = /^( *)(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^\s{]*)/
const ITEM = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/
const INDENTED = /^(?: {2,}|\t)/
const TARGET = /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*<?([^\s>]{1,2000})/
/** Marks that open something, and quotes and items inside each other: many of them take long and mean nothing. */
const MARKS = /[*_~[`<]/g
const NESTED = /(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){16}/
const MOST_MARKS = 1500
const MOST_TARGETS = 500
const LONGEST_LINE = 8_000
const LONGEST_BLOCK = 24_000
/** From here on the text is shown as it stands: no answer is this long, a file can be. */
const LONGEST = 1_000_000

/**
 * Cuts a text into parts that are read one by one: while it grows only the last of them changes. A fence that is still
 * open is code already. Linear in the length of the text.
 */
export function splitMarkdown(text: string): SplitMarkdown {
  const splitter = new Splitter()
  const cut = text.slice(0, LONGEST).replace(/\r\n?/g, '\n')
  for (const line of cut.split('\n')) splitter.take(line)
  splitter.end()
  if (text.length > LONGEST) splitter.blocks.push({ kind: 'plain', source: text.slice(LONGEST) })
  return { blocks: splitter.blocks, targets: splitter.targets }
}

interface Fence {
  indent: number
  sign: string
  /** Not of a list item: a block of its own. */
  own: boolean
  language: string
}

class Splitter {
  readonly blocks: MarkdownBlock[] = []
  readonly targets: Record<string, string> = Object.create(null)
  #known = 0
  #lines: string[] = []
  #length = 0
  #isList = false
  /** Blank lines that belong to the block only if it goes on. */
  #blank = 0
  #fence: Fence | undefined

  take(line: string): void {
    if (this.#fence) this.#inFence(line, this.#fence)
    else if (line.trim() === '') this.#blank++
    else this.#outside(line)
  }

  end(): void {
    if (this.#fence?.own) this.#endCode(this.#fence)
    else this.#endProse()
  }

  #inFence(line: string, fence: Fence): void {
    const bare = line.trimStart()
    const closes = bare.startsWith(fence.sign) && bare.trimEnd().split(fence.sign.charAt(0)).join('') === ''
    if (!fence.own) this.#add(line)
    if (!closes) {
      if (fence.own) this.#lines.push(line)
      return
    }
    if (fence.own) this.#endCode(fence)
    this.#fence = undefined
  }

  #outside(line: string): void {
    const goesOn = this.#isList && (INDENTED.test(line) || ITEM.test(line)) && this.#fits(line)
    if (this.#blank > 0 && !goesOn) this.#endProse()
    const [opening, indent = '', sign = '', language = ''] = FENCE.exec(line) ?? []
    if (opening !== undefined && (this.#lines.length === 0 || indent === '' || !this.#isList)) {
      this.#endProse()
      this.#fence = { indent: indent.length, sign, own: true, language }
      return
    }
    if (opening !== undefined) this.#fence = { indent: indent.length, sign, own: false, language }
    this.#add(line)
    this.#note(line)
  }

  /** A list that grows too long goes on as another at its next item. */
  #fits(line: string): boolean {
    return this.#length < LONGEST_BLOCK / 2 || !/^\S/.test(line)
  }

  #add(line: string): void {
    if (this.#lines.length === 0) this.#isList = ITEM.test(line)
    for (; this.#blank > 0; this.#blank--) this.#lines.push('')
    this.#lines.push(line)
    this.#length += line.length + 1
  }

  #note(line: string): void {
    const found = line.includes(']:') ? TARGET.exec(line) : null
    if (!found || this.#known >= MOST_TARGETS) return
    const label = labelOf(found[1] ?? '')
    if (label in this.targets) return
    this.targets[label] = found[2] ?? ''
    this.#known++
  }

  #endCode({ indent, language }: Fence): void {
    const lines = this.#lines.map((line) =>
      line.slice(Math.min(indent, line.length - line.trimStart().length)),
    )
    this.#begin()
    this.blocks.push({ kind: 'code', code: lines.join('\n'), language })
  }

  #endProse(): void {
    const source = this.#lines.join('\n')
    const isEmpty = this.#lines.length === 0
    const plain = this.#lines.some(isHeavy) || isHeavyBlock(source)
    this.#begin()
    if (!isEmpty) this.blocks.push({ kind: plain ? 'plain' : 'prose', source })
  }

  #begin(): void {
    this.#lines = []
    this.#length = 0
    this.#blank = 0
    this.#isList = false
  }
}

/** A label as links look it up. */
export function labelOf(label: string): string {
  return label.toLowerCase().replace(/\s+/g, ' ').trim()
}

function isHeavy(line: string): boolean {
  return line.length > LONGEST_LINE || NESTED.test(line)
}

function isHeavyBlock(source: string): boolean {
  return source.length > LONGEST_BLOCK || (source.match(MARKS)?.length ?? 0) > MOST_MARKS
}
