import { join, resolve } from 'node:path'
import { type DeclaredAgent, toAgents, unknownAgentFields } from './config/declared-agents.js'
import { isLoopback } from './config/loopback.js'
import { first, isObject, listed, type Setting } from './config/setting.js'
import {
  toAuthorities,
  toBoolean,
  toBytes,
  toDirectory,
  toDuration,
  toHost,
  toLevel,
  toPort,
  toProgram,
  toSwitch,
} from './config/setting-values.js'
import { TOKEN, toToken } from './config/token-value.js'
import { UsageError } from './config/usage-error.js'
import type { HoldSettings } from './held/hold-policy.js'
import type { JournalLevel } from './telemetry/journal-level.js'

// One file for the commands that need nothing else of the gateway: everybody takes these from here.
export { TOKEN, UsageError }

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
  /** Whether flows look at what happens. */
  flows: { enabled: boolean }
  /** Private hosts (`name` or `name:port`) webhooks may be posted to all the same. */
  webhookAllow: readonly string[]
  /** How long, and how many bytes, the gateway's own log records are kept. */
  logs: { maxAgeMs: number; maxBytes: number }
  /** What the gateway tells the one who runs it: this and what is more serious. */
  logLevel: JournalLevel
  /** From the environment; without it the token is the one in the data directory. */
  token?: string
  /** What was ignored, as sentences to print at the start. */
  warnings: readonly string[]
}

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
  'flows.enabled',
  'webhooks.allow',
  'logs.maxAgeMs',
  'logs.maxBytes',
  'logLevel',
] as const
/** Settings that are objects of settings, with an example of each. */
const FILE_GROUPS: Readonly<Record<string, string>> = {
  notify: '{"strict": true}',
  hold: '{"codexHook": 20000}',
  watch: '{"staleAfterMs": 1800000}',
  codex: '{"controlSocket": false}',
  delivery: '{"waitMs": 300000}',
  flows: '{"enabled": false}',
  webhooks: '{"allow": ["127.0.0.1:9000"]}',
  logs: '{"maxAgeMs": 604800000}',
  forward: '{"codexNotify": ["/path/to/program"]}',
}
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
    flows: { enabled: toBoolean(inFile('flows.enabled'), true) },
    webhookAllow: toAuthorities(
      first(listed('SIGNALBOX_WEBHOOK_ALLOW', env.SIGNALBOX_WEBHOOK_ALLOW)) ?? inFile('webhooks.allow'),
    ),
    logs: {
      maxAgeMs: toDuration(inFile('logs.maxAgeMs'), { least: 60_000, usual: 7 * 24 * 3600_000 }),
      maxBytes: toBytes(inFile('logs.maxBytes'), { least: 1024 ** 2, usual: 512 * 1024 ** 2 }),
    },
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
