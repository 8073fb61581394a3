import { CST, Lexer } from 'yaml'

/** Where a text is no YAML we take, and why. */
export interface YamlFault {
  offset: number
  message: string
}

/** Flows need ten; a parser that calls itself for each level would run out of stack, and the whole process with it. */
const MAX_LEVELS = 40
/** As many flows as there may be, each with two activities, fit in. More would hold up everything else while it is parsed. */
const MAX_TOKENS = 150_000

/** Parts of YAML no flow needs: an alias can stand for a thousand others, a tag asks for types of its own. */
const REFUSED: Readonly<Record<string, string>> = {
  alias: 'YAML aliases are not taken; write it out',
  anchor: 'YAML anchors are not taken; write it out where it is needed',
  tag: 'YAML tags are not taken; put a text in quotes instead',
  'directive-line': 'YAML directives are not taken',
}

const OPENS: ReadonlySet<string | null> = new Set(['flow-map-start', 'flow-seq-start'])
/** What stands between two others without being anything itself. */
const BETWEEN: ReadonlySet<string | null> = new Set(['space', 'newline', 'comment'])
const CLOSES: ReadonlySet<string | null> = new Set(['flow-map-end', 'flow-seq-end'])
const INDICATORS: ReadonlySet<string | null> = new Set(['seq-item-ind', 'explicit-key-ind', 'map-value-ind'])

/** Looks at the tokens of a YAML text before it is parsed, in linear time; undefined when nothing speaks against it. */
export function structureFault(text: string): YamlFault | undefined {
  const indents: number[] = []
  let offset = 0
  let lineStart = true
  let inLine = 0
  let flow = 0
  let tokens = 0
  let before: string | null = null
  for (const source of new Lexer().lex(text)) {
    const type = CST.tokenType(source)
    const refused = type === null ? undefined : REFUSED[type]
    if (refused !== undefined) return { offset, message: refused }
    if (type === 'newline') {
      lineStart = true
      inLine = 0
    } else if (lineStart && source !== CST.BOM && type !== 'doc-mode') {
      const indent = type === 'space' ? source.length : 0
      while ((indents.at(-1) ?? -1) >= indent) indents.pop()
      indents.push(indent)
      lineStart = false
    }
    if (OPENS.has(type)) flow++
    else if (CLOSES.has(type) && --flow < 0) return { offset, message: `${source} closes nothing` }
    else if (INDICATORS.has(type)) inLine++
    if (flow === 0 ? indents.length + inLine > MAX_LEVELS : flow + indents.length > MAX_LEVELS) {
      return { offset, message: `is nested deeper than ${MAX_LEVELS} levels` }
    }
    // To the parser each of them is a fault of its own, and it takes its time for very many.
    if (type === 'comma' && (before === 'comma' || OPENS.has(before)))
      return { offset, message: 'has nothing before a comma' }
    if (!BETWEEN.has(type)) before = type
    if (++tokens > MAX_TOKENS) return { offset, message: 'says more than flows need to' }
    if (type !== 'doc-mode' && type !== 'flow-error-end' && source !== CST.SCALAR) offset += source.length
  }
  return undefined
}
