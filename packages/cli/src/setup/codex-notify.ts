import { HOOKS_VERSION } from './hook-command.js'
import { LeftAlone } from './left-alone.js'
import { eolOf, tomlKey, tomlStatements, tomlString, tomlValues } from './toml-text.js'

const BEGIN = `# >>> signalbox ${HOOKS_VERSION} notify`
const END = '# <<< signalbox notify'
const BLOCK =
  /(?<![^\n\ufeff])# >>> signalbox \d+ notify[^\n]*\n(?<was>(?:#[^\n]*\n)*)(?<now>[\s\S]*?)(?<=\n)# <<< signalbox notify[^\n]*(?<closing>\n?)/

/**
 * A config.toml whose `notify` calls our client. A program that was there is called by ours, and its line stays as a
 * comment, so that it can be put back as it was.
 */
export function withNotify(text: string, client: string): string {
  const words = wordsOf(tomlValues(text).notify)
  const eol = eolOf(text)
  const original = isOurs(words) ? words.slice(3) : words
  const called = original.length === 0 ? [] : ['--', ...original]
  const line = `notify = [${[client, 'codex-notify', ...called].map(tomlString).join(', ')}]`
  const statement = tomlStatements(text).find(
    ({ kind, name }) => kind === 'header' || tomlKey(name) === 'notify',
  )
  if (statement?.kind !== 'pair') {
    const begin = text.startsWith('\ufeff') ? 1 : 0
    const rest = text.slice(begin)
    const block = [BEGIN, line, END, ''].join(eol)
    return text.slice(0, begin) + block + (rest === '' ? '' : eol) + rest
  }
  const was = text.slice(statement.start, statement.end)
  const kept = `# ${was.replace(/\r?\n$/, '').replaceAll('\n', '\n# ')}`
  const block = [`${BEGIN}, in the place of:`, kept, line, END].join(eol) + (was.endsWith('\n') ? eol : '')
  return text.slice(0, statement.start) + block + text.slice(statement.end)
}

/** The same without us, with the program that was there. */
export function withoutNotify(text: string): string {
  const found = BLOCK.exec(text)
  if (!found?.groups) return text
  const { was = '', now = '', closing = '' } = found.groups
  // Whoever wrote a program of their own there keeps it.
  const kept = isOurLine(now) ? was.replaceAll(/(?<![^\n])# ?/g, '') : now
  const rest = text.slice(found.index + found[0].length)
  return (
    text.slice(0, found.index) +
    (closing === '' ? kept.replace(/\r?\n$/, '') : kept) +
    (kept === '' ? rest.replace(/^\r?\n/, '') : rest)
  )
}

function wordsOf(notify: unknown): string[] {
  if (notify === undefined) return []
  if (Array.isArray(notify) && notify.every((word) => typeof word === 'string')) return notify
  throw new LeftAlone('"notify" in it is not a list of words')
}

function isOurs([program = '', word]: readonly string[]): boolean {
  return /(?:^|[\\/])signalbox-hook(?:\.mjs)?$/.test(program) && word === 'codex-notify'
}

function isOurLine(line: string): boolean {
  try {
    return isOurs(wordsOf(tomlValues(line).notify))
  } catch {
    return false
  }
}
