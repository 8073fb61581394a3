/** One line of a diff: kept, taken out or put in. */
interface DiffLine {
  sign: ' ' | '-' | '+'
  text: string
}

/** Lines around a change that are shown with it. */
const CONTEXT = 3
/** More cells than this are not compared line by line. */
const MOST_CELLS = 4_000_000
const NO_BREAK = '\\ No newline at end of file'

/** A change of a text as `diff -u` says it, without the two lines that name the files. Empty when nothing changed. */
export function unifiedDiff(before: string, after: string): string[] {
  if (before === after) return []
  const lines = diffLines(linesOf(before), linesOf(after))
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== ' '),
  )
  const shown: string[] = []
  let [old, now] = [1, 1]
  for (let index = 0; index < lines.length; ) {
    if (!near[index]) {
      old += 1
      now += 1
      index += 1
      continue
    }
    const end = near.indexOf(false, index)
    const hunk = lines.slice(index, end < 0 ? lines.length : end)
    const [gone, come] = [
      hunk.filter(({ sign }) => sign !== '+').length,
      hunk.filter(({ sign }) => sign !== '-').length,
    ]
    shown.push(`@@ -${range(old, gone)} +${range(now, come)} @@`)
    for (const { sign, text } of hunk) {
      shown.push(sign + text.replace(/\n$/, ''))
      if (!text.endsWith('\n')) shown.push(NO_BREAK)
    }
    old += gone
    now += come
    index += hunk.length
  }
  return shown
}

function range(start: number, count: number): string {
  return count === 1 ? `${start}` : `${count === 0 ? start - 1 : start},${count}`
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** What is the same at both ends is set aside; between them the longest common part stays. */
function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  const room = Math.min(before.length, after.length) - head
  while (tail < room && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  const kept = (text: string): DiffLine => ({ sign: ' ', text })
  return [
    ...before.slice(0, head).map(kept),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(kept),
  ]
}

function middle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const width = after.length + 1
  const isLarge = before.length * width > MOST_CELLS
  /** The length of the longest common part of what comes from these lines on. */
  const common = isLarge ? undefined : new Uint32Array((before.length + 1) * width)
  const at = (one: number, other: number) => common?.[one * width + other] ?? 0
  if (common) {
    for (let one = before.length - 1; one >= 0; one -= 1)
      for (let other = after.length - 1; other >= 0; other -= 1)
        common[one * width + other] =
          before[one] === after[other]
            ? at(one + 1, other + 1) + 1
            : Math.max(at(one + 1, other), at(one, other + 1))
  }
  const lines: DiffLine[] = []
  let [one, other] = [0, 0]
  while (one < before.length || other < after.length) {
    const [gone, come] = [before[one], after[other]]
    if (gone !== undefined && gone === come && common) {
      lines.push({ sign: ' ', text: gone })
      one += 1
      other += 1
    } else if (gone !== undefined && (come === undefined || at(one + 1, other) >= at(one, other + 1))) {
      lines.push({ sign: '-', text: gone })
      one += 1
    } else if (come !== undefined) {
      lines.push({ sign: '+', text: come })
      other += 1
    }
  }
  return lines
}
