import { diffArrays, diffWordsWithSpace } from 'diff'
import type { Hunk, HunkLine } from './file-change.js'

/** A line of a diff as it is drawn. */
export interface DiffRow {
  type: 'line'
  sign: HunkLine['sign']
  text: string
  /** Its number before and after, where that is known. */
  old?: number
  new?: number
  /** What changed within it: from and to, in UTF-16 units. */
  marks: readonly (readonly [from: number, to: number])[]
}

/** Lines that are the same on both sides and say nothing here. */
export interface DiffGap {
  type: 'gap'
  rows: readonly DiffRow[]
}

/** Where the next lines stand in the file. */
export interface DiffPlace {
  type: 'place'
  text: string
}

const CONTEXT = 3
/** Comparing goes on so long as few lines differ; beyond it all are taken as changed. */
const MOST_EDITS = 400
const LONGEST_LINE = 1000
const MOST_WORD_EDITS = 60
/** Two lines with less than this in common are two lines, not one that changed. */
const ALIKE = 0.4
const LOOKED_AHEAD = 5
/** In a longer run nobody looks for single words. */
const MOST_COMPARED = 200

type Stretch = [from: number, to: number]

/** The rows of a change: what is the same found, words marked, long stretches without a change folded. */
export function diffRows(hunks: readonly Hunk[]): (DiffRow | DiffGap | DiffPlace)[] {
  return hunks.flatMap((hunk, at) => {
    const rows = numbered(hunk, compared(hunk.lines))
    const place = placeOf(hunk, at)
    return [...(place === undefined ? [] : [{ type: 'place' as const, text: place }]), ...withGaps(rows)]
  })
}

/** How many lines a change puts in and takes out. */
export function countsOf(rows: readonly (DiffRow | DiffGap | DiffPlace)[]): {
  added: number
  removed: number
} {
  const signs = rows.map((row) => (row.type === 'line' ? row.sign : ' '))
  return {
    added: signs.filter((sign) => sign === '+').length,
    removed: signs.filter((sign) => sign === '-').length,
  }
}

function placeOf({ place, oldStart }: Hunk, at: number): string | undefined {
  if (place !== undefined) return place
  return at === 0 ? undefined : oldStart === undefined ? '' : `line ${oldStart}`
}

/** The lines with every run of changed ones compared: what both sides have is no change. */
function compared(lines: readonly HunkLine[]): HunkLine[] {
  return runs(lines).flatMap((run) => {
    if (run[0]?.sign === ' ') return run
    const before = run.filter(({ sign }) => sign === '-').map(({ text }) => text)
    const after = run.filter(({ sign }) => sign === '+').map(({ text }) => text)
    if (before.length === 0 || after.length === 0) return run
    const parts = diffArrays(before, after, { maxEditLength: MOST_EDITS })
    if (!parts) return [...before.map(signed('-')), ...after.map(signed('+'))]
    return parts.flatMap(({ value, added, removed }) => value.map(signed(added ? '+' : removed ? '-' : ' ')))
  })
}

function signed(sign: HunkLine['sign']): (text: string) => HunkLine {
  return (text) => ({ sign, text })
}

/** The lines in runs: those that stay, those that change. */
function runs(lines: readonly HunkLine[]): HunkLine[][] {
  const all: HunkLine[][] = []
  for (const line of lines) {
    const run = all.at(-1)
    if (run && (run[0]?.sign === ' ') === (line.sign === ' ')) run.push(line)
    else all.push([line])
  }
  return all
}

function numbered({ oldStart, newStart }: Hunk, lines: readonly HunkLine[]): DiffRow[] {
  let old = oldStart
  let now = newStart
  return runs(lines).flatMap((run) => {
    const marks = wordMarks(run)
    return run.map((line, at): DiffRow => {
      const row: DiffRow = { type: 'line', ...line, marks: marks.get(at) ?? [] }
      if (line.sign !== '+' && old !== undefined) row.old = old++
      if (line.sign !== '-' && now !== undefined) row.new = now++
      return row
    })
  })
}

/** What changed within the lines of a run, by their place. A line taken out is compared with the next put in that is like it. */
function wordMarks(run: readonly HunkLine[]): Map<number, Stretch[]> {
  const marks = new Map<number, Stretch[]>()
  if (run.length > MOST_COMPARED || run[0]?.sign === ' ') return marks
  const places = (sign: string) => run.flatMap((line, at) => (line.sign === sign ? [at] : []))
  const added = places('+')
  let next = 0
  for (const from of places('-')) {
    for (const [step, to] of added.slice(next, next + LOOKED_AHEAD).entries()) {
      const found = changedWords(run[from]?.text ?? '', run[to]?.text ?? '')
      if (found === undefined) continue
      marks.set(from, found.before)
      marks.set(to, found.after)
      next += step + 1
      break
    }
  }
  return marks
}

/** What differs between two lines; undefined when they have too little in common. */
function changedWords(before: string, after: string): { before: Stretch[]; after: Stretch[] } | undefined {
  const [short, long] = [before.length, after.length].sort((a, b) => a - b)
  if (short === undefined || long === undefined || long > LONGEST_LINE || short < ALIKE * long)
    return undefined
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_WORD_EDITS })
  const same = parts?.filter(({ added, removed, value }) => !added && !removed && value.trim() !== '') ?? []
  const common = same.reduce((sum, { value }) => sum + value.length, 0)
  if (!parts || common < ALIKE * long) return undefined
  return {
    before: stretches(parts.filter(({ added }) => !added)),
    after: stretches(parts.filter(({ removed }) => !removed)),
  }
}

/** The changed stretches of a line; a blank between two of them changed with them. */
function stretches(parts: readonly { value: string; added?: boolean; removed?: boolean }[]): Stretch[] {
  const found: Stretch[] = []
  let at = 0
  let blank = false
  for (const { value, added, removed } of parts) {
    const last = found.at(-1)
    if (!added && !removed) blank = value.trim() === ''
    else if (last && blank) last[1] = at + value.length
    else found.push([at, at + value.length])
    at += value.length
  }
  return found
}

/** Long stretches without a change step back behind one line. */
function withGaps(rows: readonly DiffRow[]): (DiffRow | DiffGap)[] {
  const changed = rows.flatMap(({ sign }, at) => (sign === ' ' ? [] : [at]))
  if (changed.length === 0) return [...rows]
  const near = new Set<number>()
  for (const at of changed) for (let step = -CONTEXT; step <= CONTEXT; step++) near.add(at + step)
  const out: (DiffRow | DiffGap)[] = []
  let far: DiffRow[] = []
  const settle = () => {
    if (far.length > 2) out.push({ type: 'gap', rows: far })
    else out.push(...far)
    far = []
  }
  for (const [at, row] of rows.entries()) {
    if (!near.has(at)) {
      far.push(row)
      continue
    }
    settle()
    out.push(row)
  }
  settle()
  return out
}
