import type { Part, TextOrigin } from '../cleaned.js'

/** What a part must at least say; fields that are not named may be anything. */
export interface PartLike {
  kind: Part['kind']
  text?: string
  tag?: string
  truncated?: true
  from?: string
  name?: string
  args?: string
  task?: object
}

/** One text as an agent sent it, and what a person should read of it. */
export interface CleanCase {
  id: string
  agent?: string
  origin?: TextOrigin
  raw: string
  /** Exactly what a person should read. */
  reads: string
  /** The registry names that were taken out, in order; not checked where it is absent. */
  cleaned?: string[]
  /** All parts in order, each with the fields that matter here. */
  parts?: PartLike[]
  /** A registered tag stands at a section boundary of `reads` on purpose. */
  tagStays?: true
  why: string
}

/** A text of several lines. */
export const lines = (...all: string[]) => all.join('\n')

/** A text that must come back as it is, whoever sent it. */
export const honest = (id: string, raw: string, why: string): CleanCase => ({
  id,
  raw,
  reads: raw,
  cleaned: [],
  why,
})
