import type { FileChange, HunkLine } from './file-change.js'

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)$/
const NOWHERE = '/dev/null'

interface Reading {
  lines: HunkLine[]
  /** How many lines of each side are still to come. */
  old: number
  new: number
}

/** The changes of a unified diff, of one file or several. `path` names the file where it is known from elsewhere. */
export function readUnifiedDiff(diff: string, path?: string): FileChange[] {
  const changes: FileChange[] = []
  let file: FileChange | undefined
  let hunk: Reading | undefined
  let before = ''
  for (const line of diff.split(/\r?\n/)) {
    const sign = line.charAt(0)
    if (hunk && (hunk.old > 0 || hunk.new > 0) && sign !== '\\') {
      take(hunk, sign === '+' || sign === '-' ? sign : ' ', sign === '' ? '' : line.slice(1))
      continue
    }
    const opened = HUNK.exec(line)
    if (opened) {
      file ??= opening(changes, path ?? '', before)
      const [, oldStart = '1', old = '1', newStart = '1', added = '1', place = ''] = opened
      hunk = { lines: [], old: Number(old), new: Number(added) }
      file.hunks.push({
        oldStart: Number(oldStart),
        newStart: Number(newStart),
        ...(place === '' ? {} : { place }),
        lines: hunk.lines,
      })
    } else if (line.startsWith('--- ')) {
      before = named(line)
      hunk = undefined
    } else if (line.startsWith('+++ ')) {
      const after = named(line)
      file = opening(changes, path ?? (after === NOWHERE ? before : after), before)
      if (after === NOWHERE) file.kind = 'deleted'
    }
  }
  return changes
}

function opening(changes: FileChange[], path: string, before: string): FileChange {
  const file: FileChange = { path, kind: before === NOWHERE ? 'added' : 'changed', hunks: [] }
  changes.push(file)
  return file
}

function take(hunk: Reading, sign: HunkLine['sign'], text: string): void {
  if (sign !== '+') hunk.old--
  if (sign !== '-') hunk.new--
  hunk.lines.push({ sign, text })
}

/** The path of a header line: without the letter git puts before it and the date others put behind it. */
function named(line: string): string {
  const path = line.slice(4).split('\t', 1)[0]?.trim() ?? ''
  return path.replace(/^[ab]\//, '')
}
