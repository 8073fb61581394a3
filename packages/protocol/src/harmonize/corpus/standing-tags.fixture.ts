const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** For each line whether it is quoted by a closed fence, the fence itself included. */
function fenced(text: readonly string[]): boolean[] {
  const quoted = text.map(() => false)
  let line = 0
  while (line < text.length) {
    const open = FENCE.exec(text[line] ?? '')
    const mark = open?.[1] ?? ''
    const isOpener = open !== null && !(mark[0] === '`' && (open[2] ?? '').includes('`'))
    const end = isOpener ? closingFence(text, line + 1, mark) : -1
    if (end < 0) {
      line++
      continue
    }
    quoted.fill(true, line, end + 1)
    line = end + 1
  }
  return quoted
}

function closingFence(text: readonly string[], from: number, mark: string): number {
  for (let line = from; line < text.length; line++) {
    const close = FENCE.exec(text[line] ?? '')
    const same = close?.[1]?.[0] === mark[0] && (close?.[1]?.length ?? 0) >= mark.length
    if (same && (close?.[2] ?? '').trim() === '') return line
  }
  return -1
}

/** What may be in quotes, which only stand behind a `=`: a line of marks may not. */
const valueIn = (quote: string) => `=${quote}(?:[^${quote}\\n]|\\n(?! {0,3}(?:\`{3}|~{3})))*${quote}`

const tagAtStart = (names: readonly string[]) =>
  new RegExp(
    `^</?(?:${names.join('|')})(?:\\s(?:[^<>=]|=(?!["'])|${valueIn('"')}|${valueIn("'")})*)?/?>`,
    'i',
  )

/** Whether it closes a tag that is quoted in the words before it: then it is one of these words. */
function closesQuoted(before: string, tag: string): boolean {
  const [, name] = /^<\/([^\s/>]+)/.exec(tag) ?? []
  if (name === undefined) return false
  let open = 0
  // One that closes nothing, since what it closed was cut off, closes nothing that comes after it either.
  for (const [, close] of before.matchAll(new RegExp(`<(/?)${name}(?=[\\s/>])`, 'gi')))
    open = close === '/' ? Math.max(0, open - 1) : open + 1
  return open > 0
}

/** The tags of these names that stand at the start of the text or of a line, outside fences. */
export function standingTags(text: string, names: readonly string[]): string[] {
  const tag = tagAtStart(names)
  const all = text.split('\n')
  const quoted = fenced(all)
  const found: string[] = []
  const firstWord = text.search(/\S/)
  let at = 0
  all.forEach((line, index) => {
    const indent = /^\s*/.exec(line)?.[0] ?? ''
    const start = at + indent.length
    const isBoundary = start === firstWord || /^ {0,3}$/.test(indent)
    if (isBoundary && !quoted[index] && text[start] === '<') {
      const match = tag.exec(text.slice(start, start + 4000))
      if (match && !closesQuoted(text.slice(0, start), match[0])) found.push(match[0])
    }
    at += line.length + 1
  })
  return found
}
