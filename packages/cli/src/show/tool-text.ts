import { oneLine, visibleLine } from '../terminal/plain-text.js'

/** The argument that says most about a call, by the names tools give it. */
const TELLING = [
  'command',
  'cmd',
  'path',
  'file_path',
  'filePath',
  'file',
  'pattern',
  'query',
  'url',
  'description',
]
/** One line of output is shown as it is, unless it is longer. */
const LONGEST_OUTPUT = 60

/** What a tool was called with, on one line. */
export function argsLine(args: unknown): string {
  if (args === undefined || args === null) return ''
  if (typeof args !== 'object') return visibleLine(String(args))
  const fields = args as Record<string, unknown>
  for (const name of TELLING) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return visibleLine(value)
    if (isWords(value)) return visibleLine(value.join(' '))
  }
  const json = JSON.stringify(args)
  return json === '{}' || json === '[]' ? '' : visibleLine(json)
}

/** What came of it, on one line: itself, or how much it is. */
export function outputLine(output: string | undefined): string {
  const lines = (output ?? '').trim().split('\n')
  if (lines.length > 1) return `${lines.length} lines`
  const line = oneLine(lines[0] ?? '')
  return line.length > LONGEST_OUTPUT ? `${line.slice(0, LONGEST_OUTPUT).trimEnd()}…` : line
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string')
}
