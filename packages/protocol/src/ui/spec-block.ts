import { excerpt } from './excerpt.js'
import { EMPTY_SPEC, finishedSpec } from './finished-spec.js'
import { LIMITS, utf8Bytes } from './limits.js'
import { readOperation } from './operation.js'
import { PatchedDocument } from './patched-document.js'
import type { SpecPart } from './spec-part.js'

/** One spec block: takes its lines, gives its parts. After an error it is dead: it takes everything and is silent. */
export class SpecBlock {
  readonly #uiId: string
  readonly #document = new PatchedDocument(EMPTY_SPEC)
  #line = 0
  #operations = 0
  #bytes = 0
  #dead = false

  constructor(uiId: string) {
    this.#uiId = uiId
  }

  /** The next line, without its end. One that is too long may be cut anywhere after the limit. */
  take(line: string): SpecPart[] {
    this.#line++
    if (this.#dead || isBlank(line)) return []
    const operation = this.#read(line)
    if (typeof operation === 'string') return this.#fail(`line ${this.#line} ${operation}: ${excerpt(line)}`)
    return [{ kind: 'patch', uiId: this.#uiId, patch: operation }]
  }

  /** Its closing fence came. */
  close(): SpecPart[] {
    if (this.#dead) return []
    if (this.#operations === 0) return this.#fail('the block is empty')
    const spec = finishedSpec(this.#document.value)
    return typeof spec === 'string' ? this.#fail(spec) : [{ kind: 'complete', uiId: this.#uiId, spec }]
  }

  /** The text ended before its closing fence came. */
  abandon(): SpecPart[] {
    return this.#dead ? [] : this.#fail('the block was not closed')
  }

  #read(line: string) {
    const bytes = utf8Bytes(line)
    if (bytes > LIMITS.lineBytes) return 'is longer than 64 KiB'
    if (++this.#operations > LIMITS.operations) return 'is one operation too many: a block has at most 10000'
    const operation = readOperation(line)
    if (typeof operation === 'string') return operation
    const problem = this.#document.apply(operation)
    if (problem !== undefined) return problem
    this.#bytes += bytes
    const written = this.#bytes + this.#document.carriedBytes
    return written > LIMITS.specBytes ? 'makes the spec larger than 1 MiB' : operation
  }

  #fail(message: string): SpecPart[] {
    this.#dead = true
    return [{ kind: 'error', uiId: this.#uiId, message }]
  }
}

/** A line that is too long may have been cut before what it says, so it is not taken for blank. */
function isBlank(line: string): boolean {
  return line.length <= LIMITS.lineBytes && line.trim() === ''
}
