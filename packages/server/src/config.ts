import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { HoldSettings } from './held/hold-policy.js'

/** A mistake of the person at the keyboard: one plain sentence, what was wrong and what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What `signalbox up` was given on the command line, as typed. */
export interface Flags {
  host?: string | undefined
  port?: string | undefined
  dataDir?: string | undefined
  dev?: boolean | undefined
  strict?: boolean | undefined
  restored?: boolean | undefined
  logLevel?: string | undefined
}

export interface ConfigSources {
  flags: Flags
  env: Readonly<Record<string, string | undefined>>
  homeDir: string
  /** The text of a file; undefined when there is none. */
  readFile: (path: string) => string | undefined
}

/** How serious an entry of the journal is, from least to most. */
export const JOURNAL_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type JournalLevel = (typeof JOURNAL_LEVELS)[number]

export interface Config {
  host: string
  port: number
  dataDir: string
  /** No token needed; on loopback only. */
  dev: boolean
  /** Notify refuses a session it does not know instead of making it. */
  strict: boolean
  /** The data directory was put back from a backup: the log gets a new epoch. */
  restored: boolean
  /** Further names (`box.example` or `box.example:8443`) this gateway answers for. */
  allowedHosts: readonly string[]
  /** Agents that can be started here besides the built-in `demo`, by the name sessions know them under. */
  agents: Readonly<Record<string, DeclaredAgent>>
  /** A turn in which the agent says nothing for this long, and waits for nobody, counts as lost. */
  agentSilenceMs: number
  /** A request nobody answered for this long is closed; 0: never. */
  requestExpiryMs: number
  /**
   * How long hooks are held that run before their agent asks in its own terminal: see HoldSettings. After a restart
   * what observed agents asked is closed where nobody came back for the answer within `returnMs`.
   */
  hold: HoldSettings & { returnMs: number }
  /** An observed session nothing was heard of for this long, and whose process cannot be looked for, is stale. */
  staleAfterMs: number
  /** Where Codex keeps its things, and whether its app-server is looked for there. */
  codex: { home: string; controlSocket: boolean }
  /** A program that is run for every event in the words of Codex; null: none. */
  forwardCodexNotify: readonly [string, ...string[]] | null
  /** How long a message for a session waits until its agent is idle. */
  deliveryWaitMs: number
  /** What the gateway tells the one who runs it: this and what is more serious. */
  logLevel: JournalLevel
  /** From the environment; without it the token is the one in the data directory. */
  token?: string
  /** What was ignored, as sentences to print at the start. */
  warnings: readonly string[]
}

/** The ways of running an agent that are there. */
const AGENT_KINDS = ['demo'] as const

/** How an agent of config.json is run. */
export interface DeclaredAgent {
  kind: (typeof AGENT_KINDS)[number]
}

/** A value and the name of the place it was set at, so that an error can say where to correct it. */
type Setting = readonly [place: string, value: unknown]

const FILE_SETTINGS = [
  'host',
  'port',
  'allowedHosts',
  'notify.strict',
  'agents',
  'agentSilenceMs',
  'requestExpiryMs',
  'hold.codexHook',
  'hold.codexAlways',
  'hold.returnMs',
  'watch.staleAfterMs',
  'codex.home',
  'codex.controlSocket',
  'forward.codexNotify',
  'delivery.waitMs',
  'logLevel',
] as const
/** Settings that are objects of settings, with an example of each. */
const FILE_GROUPS: Readonly<Record<string, string>> = {
  notify: '{"strict": true}',
  hold: '{"codexHook": 20000}',
  watch: '{"staleAfterMs": 1800000}',
  codex: '{"controlSocket": false}',
  delivery: '{"waitMs": 300000}',
  forward: '{"codexNotify": ["/path/to/program"]}',
}
const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i
/** What a header can carry: visible ASCII, no blanks. */
export const TOKEN = /^[\x21-\x7e]{1,512}$/
const MIN_REMOTE_TOKEN = 16
/** What a timer can hold, about 24 days. */
const LONGEST_MS = 2 ** 31 - 1
const AGENT_ID = /^[A-Za-z0-9._-]{1,100}$/

/** Flags win over environment, environment over `config.json` in the data directory, that over defaults. */
export function resolveConfig({ flags, env, homeDir, readFile }: ConfigSources): Config {
  const dev = flags.dev ?? toSwitch('SIGNALBOX_DEV', env.SIGNALBOX_DEV)
  const dataDir = resolveDataDir(flags.dataDir, env.SIGNALBOX_DATA_DIR, homeDir, dev)
  const path = join(dataDir, 'config.json')
  const file = parseFile(path, readFile(path))
  const inFile = (key: (typeof FILE_SETTINGS)[number]): Setting => [`"${key}" in ${path}`, file.get(key)]
  const ignored = (key: string, known: string) =>
    `"${key}" in ${path} is not a setting and is ignored; ${known}.`

  const host = toHost(first(['--host', flags.host], ['SIGNALBOX_HOST', env.SIGNALBOX_HOST], inFile('host')))
  const port = toPort(first(['--port', flags.port], ['SIGNALBOX_PORT', env.SIGNALBOX_PORT], inFile('port')))
  if (dev && !isLoopback(host)) {
    throw new UsageError(
      `--dev opens every door without a token, so it cannot listen on ${host}; leave out --host or start without --dev.`,
    )
  }
  const token = toToken(env.SIGNALBOX_TOKEN, host)
  return {
    host,
    port,
    dataDir,
    dev,
    restored: flags.restored ?? false,
    strict: flags.strict ?? toBoolean(inFile('notify.strict')),
    allowedHosts: toAuthorities(inFile('allowedHosts')),
    agents: toAgents(path, file.get('agents')),
    agentSilenceMs: toDuration(inFile('agentSilenceMs'), { least: 1000, usual: 30 * 60_000 }),
    requestExpiryMs: toDuration(inFile('requestExpiryMs'), { least: 0, usual: 24 * 3600_000 }),
    hold: {
      codexHook: toDuration(inFile('hold.codexHook'), { least: 0, usual: 20_000 }),
      codexAlways: toBoolean(inFile('hold.codexAlways')),
      returnMs: toDuration(inFile('hold.returnMs'), { least: 0, usual: 15_000 }),
    },
    staleAfterMs: toDuration(inFile('watch.staleAfterMs'), { least: 1000, usual: 30 * 60_000 }),
    codex: {
      home: toDirectory(first(inFile('codex.home'), ['CODEX_HOME', env.CODEX_HOME]), '.codex', homeDir),
      controlSocket: toBoolean(inFile('codex.controlSocket'), true),
    },
    forwardCodexNotify: toProgram(inFile('forward.codexNotify')),
    deliveryWaitMs: toDuration(inFile('delivery.waitMs'), { least: 0, usual: 5 * 60_000 }),
    logLevel: toLevel(
      first(
        ['--log-level', flags.logLevel],
        ['SIGNALBOX_LOG_LEVEL', env.SIGNALBOX_LOG_LEVEL],
        inFile('logLevel'),
      ),
    ),
    ...(token === undefined ? {} : { token }),
    warnings: [
      ...[...file.keys()]
        .filter((key) => !(FILE_SETTINGS as readonly string[]).includes(key))
        .map((key) => ignored(key, `settings are ${FILE_SETTINGS.join(', ')}`)),
      ...unknownAgentFields(file.get('agents')).map((key) => ignored(key, 'the one of an agent is kind')),
    ],
  }
}

/** True for the addresses only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function resolveDataDir(
  flag: string | undefined,
  env: string | undefined,
  homeDir: string,
  dev: boolean,
): string {
  const absolute = (path: string) => resolve(path.startsWith('~/') ? join(homeDir, path.slice(2)) : path)
  if (flag !== undefined) {
    if (flag.trim() === '')
      throw new UsageError('--data-dir needs a directory; for example --data-dir ~/.signalbox.')
    return absolute(flag)
  }
  const base = absolute(env?.trim() || join(homeDir, '.signalbox'))
  return dev ? join(base, 'dev') : base
}

/** The settings of config.json, nested ones by dotted name. */
function parseFile(path: string, text: string | undefined): Map<string, unknown> {
  const settings = new Map<string, unknown>()
  if (text === undefined) return settings
  const values = parseObject(text)
  if (!values) throw new UsageError(`${path} must hold one JSON object; correct it or remove the file.`)
  for (const [key, value] of Object.entries(values)) {
    const example = Object.hasOwn(FILE_GROUPS, key) ? FILE_GROUPS[key] : undefined
    if (example === undefined) settings.set(key, value)
    else if (!isObject(value))
      throw new UsageError(`"${key}" in ${path} must be an object; for example ${example}.`)
    else for (const [name, inner] of Object.entries(value)) settings.set(`${key}.${name}`, inner)
  }
  return settings
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An empty environment variable counts as not set, an empty flag does not. */
function first(...settings: Setting[]): Setting | undefined {
  return settings.find(([place, value]) => value !== undefined && (value !== '' || place.startsWith('--')))
}

function toHost(setting: Setting | undefined): string {
  if (!setting) return '127.0.0.1'
  const [place, value] = setting
  const host =
    typeof value === 'string'
      ? value
          .trim()
          .replace(/^\[(.*)\]$/, '$1')
          .toLowerCase()
      : ''
  if (isIP(host) || HOST_NAME.test(host)) return host
  throw new UsageError(
    `${place} must be a name or address without port, not ${shown(value)}; for example 127.0.0.1.`,
  )
}

function toPort(setting: Setting | undefined): number {
  if (!setting) return 8080
  const [place, value] = setting
  const port = typeof value === 'string' && /^\s*\d{1,5}\s*$/.test(value) ? Number(value) : value
  if (typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new UsageError(`${place} must be a number from 0 to 65535, not ${shown(value)}; for example 8080.`)
}

function toSwitch(place: string, value: string | undefined): boolean {
  const word = value?.trim().toLowerCase() ?? ''
  if (word === '1' || word === 'true') return true
  if (word === '' || word === '0' || word === 'false') return false
  throw new UsageError(`${place} must be 1 or 0, not ${shown(value)}.`)
}

function toLevel(setting: Setting | undefined): JournalLevel {
  if (!setting) return 'warn'
  const [place, value] = setting
  const level = JOURNAL_LEVELS.find((known) => known === String(value).trim().toLowerCase())
  if (level) return level
  throw new UsageError(`${place} must be one of ${JOURNAL_LEVELS.join(', ')}, not ${shown(value)}.`)
}

function toBoolean([place, value]: Setting, usual = false): boolean {
  if (value === undefined) return usual
  if (typeof value === 'boolean') return value
  throw new UsageError(`${place} must be true or false, not ${shown(value)}.`)
}

/** An absolute directory; without a setting, one in the home directory. */
function toDirectory(setting: Setting | undefined, usual: string, homeDir: string): string {
  if (!setting) return join(homeDir, usual)
  const [place, value] = setting
  if (typeof value !== 'string' || value.trim() === '') {
    throw new UsageError(`${place} must be a directory, not ${shown(value)}; for example "~/${usual}".`)
  }
  const path = value.trim()
  return resolve(path.startsWith('~/') ? join(homeDir, path.slice(2)) : path)
}

/** A program and its arguments, run without a shell. */
function toProgram([place, value]: Setting): readonly [string, ...string[]] | null {
  if (value === undefined) return null
  const words = Array.isArray(value) ? (value as unknown[]) : []
  const [program, ...args] = words.filter(
    (word) => typeof word === 'string' && !word.includes('\0'),
  ) as string[]
  if (program !== undefined && program.trim() !== '' && args.length === words.length - 1)
    return [program, ...args]
  throw new UsageError(
    `${place} must be a list of a program and its arguments, not ${shown(value)}; for example ["/path/to/program", "argument"].`,
  )
}

function toAuthorities([place, value]: Setting): string[] {
  if (value === undefined) return []
  const wrong = Array.isArray(value)
    ? value.find((item) => typeof item !== 'string' || !AUTHORITY.test(item))
    : value
  if (!Array.isArray(value) || wrong !== undefined) {
    throw new UsageError(
      `${place} must be a list of names with or without port, not ${shown(wrong)}; for example ["box.example", "localhost:9000"].`,
    )
  }
  return value.map((item: string) => item.toLowerCase())
}

function toDuration([place, value]: Setting, { least, usual }: { least: number; usual: number }): number {
  if (value === undefined) return usual
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= LONGEST_MS)
    return value
  throw new UsageError(
    `${place} must be milliseconds from ${least} to ${LONGEST_MS}, not ${shown(value)}; for example ${usual}.`,
  )
}

function toAgents(path: string, value: unknown): Record<string, DeclaredAgent> {
  if (value === undefined) return {}
  if (!isObject(value)) {
    throw new UsageError(
      `"agents" in ${path} must be an object, not ${shown(value)}; for example {"coder": {"kind": "demo"}}.`,
    )
  }
  // From entries, so that an agent may have any name, `__proto__` too.
  return Object.fromEntries(Object.entries(value).map(([id, agent]) => [id, toAgent(path, id, agent)]))
}

function unknownAgentFields(agents: unknown): string[] {
  if (!isObject(agents)) return []
  return Object.entries(agents).flatMap(([id, agent]) =>
    isObject(agent)
      ? Object.keys(agent)
          .filter((field) => field !== 'kind')
          .map((field) => `agents.${id}.${field}`)
      : [],
  )
}

function toAgent(path: string, id: string, value: unknown): DeclaredAgent {
  if (!AGENT_ID.test(id)) {
    throw new UsageError(
      `"agents" in ${path} names an agent ${shown(id)}; a name is 1 to 100 of the characters A-Z a-z 0-9 . _ -`,
    )
  }
  if (!isObject(value)) {
    throw new UsageError(
      `"agents.${id}" in ${path} must be an object, not ${shown(value)}; for example {"kind": "demo"}.`,
    )
  }
  const kind = AGENT_KINDS.find((known) => known === value.kind)
  if (kind === undefined) {
    throw new UsageError(
      `"agents.${id}.kind" in ${path} must be ${AGENT_KINDS.map((known) => `"${known}"`).join(' or ')}, not ${shown(value.kind)}.`,
    )
  }
  return { kind }
}

/** The sentence never shows the token itself: it may end in a log. */
function toToken(value: string | undefined, host: string): string | undefined {
  const token = value?.trim()
  if (!token) return undefined
  if (!TOKEN.test(token)) {
    throw new UsageError(
      'SIGNALBOX_TOKEN must be up to 512 visible ASCII characters; for example the output of: openssl rand -hex 32.',
    )
  }
  if (token.length < MIN_REMOTE_TOKEN && !isLoopback(host)) {
    throw new UsageError(
      `SIGNALBOX_TOKEN is too short to listen on ${host}; use at least ${MIN_REMOTE_TOKEN} characters, for example the output of: openssl rand -hex 32.`,
    )
  }
  return token
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'nothing'
}
