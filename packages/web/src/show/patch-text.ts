import type { FileChange, Hunk, HunkLine } from './file-change.js'

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/
const MOVED = /^\*\*\* Move to: (.+)$/
const KINDS = { Add: 'added', Update: 'changed', Delete: 'deleted' } as const
const SIGNS: ReadonlySet<string> = new Set([' ', '+', '-'])

/** Whether a text is a patch in the words Codex writes it. */
export function isPatchText(text: string): boolean {
  return /^\s*\*\*\* Begin Patch/.test(text)
}

/** The changes of a patch that names its files and gives context instead of line numbers. */
export function readPatchText(text: string): FileChange[] {
  const changes: FileChange[] = []
  let file: FileChange | undefined
  let lines: HunkLine[] | undefined
  const begin = (hunk: Omit<Hunk, 'lines'>) => {
    lines = []
    file?.hunks.push({ ...hunk, lines })
    return lines
  }
  for (const line of text.split(/\r?\n/)) {
    const opened = FILE.exec(line)
    if (opened) {
      const kind = KINDS[opened[1] as keyof typeof KINDS]
      file = { path: (opened[2] ?? '').trim(), kind, hunks: [] }
      changes.push(file)
      lines = undefined
      if (kind === 'added') begin({ newStart: 1 })
      continue
    }
    const moved = MOVED.exec(line)?.[1]
    if (file === undefined || line.startsWith('*** ')) {
      if (file && moved !== undefined) file.movedTo = moved.trim()
      continue
    }
    if (line.startsWith('@@')) {
      const place = line.replace(/^@@+\s?|\s*@@+$/g, '')
      begin(place === '' ? {} : { place })
    } else if (SIGNS.has(line.charAt(0))) {
      ;(lines ?? begin({})).push({ sign: line.charAt(0) as HunkLine['sign'], text: line.slice(1) })
    } else {
      // Not as it should be written; it is shown all the same.
      ;(lines ?? begin({})).push({ sign: ' ', text: line })
    }
  }
  return changes.map((change) => ({ ...change, hunks: change.hunks.map(withoutEnd) }))
}

/** Without the blank context a line end before the next file leaves behind. */
function withoutEnd(hunk: Hunk): Hunk {
  const last = hunk.lines.findLastIndex(({ sign, text }) => sign !== ' ' || text !== '')
  return { ...hunk, lines: hunk.lines.slice(0, last + 1) }
}
