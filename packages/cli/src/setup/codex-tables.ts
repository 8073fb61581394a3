import { HOOKS_VERSION } from './hook-command.js'
import { type Splice, spliced } from './json-edit.js'
import { LeftAlone } from './left-alone.js'
import { eolOf, type TomlStatement, tomlPath, tomlStatements, tomlString, tomlValues } from './toml-text.js'

/** A hook that stands in config.toml. */
export interface TomlHook {
  event: string
  command: string
  timeout: number
}

/** Codex runs the handler under this key without asking, as long as it has this hash. */
export interface Trust {
  key: string
  hash: string
}

export interface Telemetry {
  endpoint: string
  token: string
}

/** What stands in tables at the end of config.toml. */
export interface CodexTables {
  hooks: readonly TomlHook[]
  trust: readonly Trust[]
  telemetry?: Telemetry
}

interface Table {
  path: readonly string[]
  start: number
  end: number
  pairs: TomlStatement[]
}

const MARK = '# signalbox'
const BEGIN = `# >>> signalbox ${HOOKS_VERSION} hooks`
const END = '# <<< signalbox hooks'
const FRAME_BEGIN = /(?:\r?\n)?(?<![^\n\ufeff])# >>> signalbox \d+ hooks[^\n]*\n/
const FRAME_END = /(?<![^\n])# <<< signalbox hooks[^\n]*(\n?)/
const MARKED = /# signalbox[ \t\r]*(?![^\n])/
const IN_PLACE_OF = /(?<![^\n])[^\n]* # signalbox in the place of: ([^\r\n]*)/g

/** A config.toml with our tables after everything else. */
export function withTables(text: string, { hooks, trust, telemetry }: CodexTables): string {
  const eol = eolOf(text)
  const values = tomlValues(text)
  const unknown = trust.filter(({ key }) => stateOf(values, key) === undefined)
  const outdated = trust.filter(({ key, hash }) => (hashOf(values, key) ?? hash) !== hash)
  const lines = [
    ...hooks.flatMap(({ event, command, timeout }) => [
      `[[hooks.${event}]]`,
      `hooks = [{ type = "command", command = ${tomlString(command)}, timeout = ${timeout} }] ${MARK}`,
    ]),
    ...unknown.flatMap(({ key, hash }) => [
      `[hooks.state.${tomlString(key)}]`,
      `trusted_hash = ${tomlString(hash)} ${MARK}`,
    ]),
    ...(telemetry ? telemetryLines(values, telemetry) : []),
  ]
  const corrected = spliced(
    text,
    outdated.map((one) => correction(text, one)),
  )
  if (lines.length === 0) return corrected
  const block = [BEGIN, ...lines, END].join(eol)
  if (corrected.replace(/^\ufeff/, '') === '') return corrected + block + eol
  // Whether the last line was a whole one is told by ours.
  return /\n$/.test(corrected) ? corrected + eol + block + eol : corrected + eol + eol + block
}

/** The same without us. Codex may have put tables of others between ours: those stay. */
export function withoutTables(text: string): string {
  const gone = tablesOf(text).filter((table) => isOurs(text, table))
  const bare = spliced(
    text,
    gone.map(({ start, end }): Splice => ({ start, end, text: '' })),
  ).replaceAll(IN_PLACE_OF, '$1')
  const end = FRAME_END.exec(bare)
  if (!end) return bare
  const before = bare.slice(0, end.index).replace(FRAME_BEGIN, '')
  return (end[1] === '' ? before.replace(/\r?\n$/, '') : before) + bare.slice(end.index + end[0].length)
}

/** Whether the telemetry of Codex goes to a gateway because of us. */
export function hasTelemetry(text: string): boolean {
  return tablesOf(text).some((table) => table.path[0] === 'otel' && isOurs(text, table))
}

/** The hash that Codex trusts under a key. */
export function hashOf(values: Record<string, unknown>, key: string): unknown {
  return stateOf(values, key)?.trusted_hash
}

function isOurs(text: string, { path: [first, second], pairs }: Table): boolean {
  if (first !== 'otel' && !(first === 'hooks' && second !== undefined)) return false
  return pairs.some(({ start, end }) => MARKED.test(text.slice(start, end)))
}

function tablesOf(text: string): Table[] {
  const tables: Table[] = []
  for (const statement of tomlStatements(text)) {
    const { kind, name, start, end } = statement
    const last = tables.at(-1)
    if (kind === 'header') tables.push({ path: tomlPath(name), start, end, pairs: [] })
    else if (last) {
      last.end = end
      last.pairs.push(statement)
    }
  }
  return tables
}

function stateOf(values: Record<string, unknown>, key: string): Record<string, unknown> | undefined {
  return memberOf(memberOf(memberOf(values, 'hooks'), 'state'), key)
}

function memberOf(table: Record<string, unknown> | undefined, key: string) {
  const value = table && Object.hasOwn(table, key) ? table[key] : undefined
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** A hash that belongs to a hook that was there before ours: ours instead, the old one behind it. */
function correction(text: string, { key, hash }: Trust): Splice {
  const table = tablesOf(text).find(({ path }) => path.join('\n') === ['hooks', 'state', key].join('\n'))
  const pair = table?.pairs.find(({ name }) => name === 'trusted_hash')
  if (!pair) throw new LeftAlone(`"hooks.state" in it is not written as [hooks.state."${key}"]`)
  const was = text.slice(pair.start, pair.end)
  const line = was.replace(/\r?\n$/, '')
  return {
    start: pair.start,
    end: pair.start + line.length,
    text: `trusted_hash = ${tomlString(hash)} # signalbox in the place of: ${line}`,
  }
}

function telemetryLines(values: Record<string, unknown>, { endpoint, token }: Telemetry): string[] {
  if (values.otel !== undefined) throw new LeftAlone('it has an [otel] of its own; leave out --telemetry')
  const headers = `{ authorization = ${tomlString(`Bearer ${token}`)} }`
  const exporter = `{ endpoint = ${tomlString(endpoint)}, protocol = "json", headers = ${headers} }`
  return ['[otel]', `exporter = { otlp-http = ${exporter} } ${MARK}`]
}
