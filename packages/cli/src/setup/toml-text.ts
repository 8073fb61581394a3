import { parse } from 'smol-toml'

/** A line of TOML that says something, with everything that belongs to it up to the end of its last line. */
export interface TomlStatement {
  kind: 'header' | 'pair'
  /** What stands in the brackets, or before the `=`, as written. */
  name: string
  /** From the beginning of its first line, blanks before it included. */
  start: number
  end: number
}

const BLANK_LINES = /(?:[ \t]*(?:#[^\n]*)?\r?\n)*/y
/** The four kinds of strings; brackets and breaks in them are text. */
const STRINGS =
  /"""[^"\\]*(?:(?:\\[\s\S]|"{1,2}(?!"))[^"\\]*)*"{3,5}|'''[^']*(?:'{1,2}(?!')[^']*)*'{3,5}|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\n]*'/y

/** The statements of a TOML text that parses, in order; comments and blank lines between them belong to none. */
export function tomlStatements(text: string): TomlStatement[] {
  const statements: TomlStatement[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  for (;;) {
    BLANK_LINES.lastIndex = at
    at += BLANK_LINES.exec(text)?.[0].length ?? 0
    const rest = text.slice(at, lineEnd(text, at))
    if (at >= text.length || /^[ \t]*(?:#|\r?\n?$)/.test(rest)) return statements
    const start = at
    const isHeader = /^[ \t]*\[/.test(rest)
    const equals = isHeader ? -1 : signAfter(text, at, '=')
    at = statementEnd(text, isHeader ? at : equals + 1)
    const name = isHeader ? headerName(text.slice(start, at)) : text.slice(start, equals).trim()
    statements.push({ kind: isHeader ? 'header' : 'pair', name, start, end: at })
  }
}

/** The values of a TOML text. Throws when it does not parse. */
export function tomlValues(text: string): Record<string, unknown> {
  return parse(text.replace(/^\ufeff/, ''), { integersAsBigInt: 'asNeeded' })
}

/** A text as a TOML string. */
export function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f')
}

/** The line break a text is written with. */
export function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}

/** The names in a header as written: `a."b.c"` is a and b.c. */
export function tomlPath(name: string): string[] {
  const path: string[] = []
  let table: unknown = parse(`[${name}]`)
  for (;;) {
    const [key] = Object.keys(table as object)
    if (key === undefined) return path
    path.push(key)
    table = (table as Record<string, unknown>)[key]
  }
}

/** The name of a pair as written, if it is one name. */
export function tomlKey(name: string): string | undefined {
  const [key, ...more] = tomlPath(name)
  return more.length === 0 ? key : undefined
}

/** Where a line ends, its break included. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

/** The end of the line on which all brackets opened from here are closed again. */
function statementEnd(text: string, from: number): number {
  let at = from
  let depth = 0
  while (at < text.length) {
    const sign = text[at] ?? ''
    if (sign === '"' || sign === "'") {
      STRINGS.lastIndex = at
      at += STRINGS.exec(text)?.[0].length ?? 1
      continue
    }
    if (sign === '#') {
      at = text.indexOf('\n', at)
      if (at < 0) return text.length
      continue
    }
    if (sign === '[' || sign === '{') depth += 1
    if (sign === ']' || sign === '}') depth -= 1
    at += 1
    if (sign === '\n' && depth <= 0) return at
  }
  return text.length
}

/** Where a sign is that stands in no string. */
function signAfter(text: string, from: number, sign: string): number {
  let at = from
  while (at < text.length && text[at] !== sign) {
    STRINGS.lastIndex = at
    at += STRINGS.exec(text)?.[0].length ?? 1
  }
  return at
}

function headerName(text: string): string {
  const inner = text.slice(text.indexOf('['), signAfter(text, 0, ']'))
  return inner.replace(/^\[+/, '').trim()
}
