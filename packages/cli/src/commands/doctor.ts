import { execFile } from 'node:child_process'
import type { SessionMeta } from '@signalbox/protocol'
import { type Command, text, type Values } from '../command.js'
import { call } from '../gateway/call.js'
import {
  ADDRESS_OPTIONS,
  ADDRESS_USAGE,
  addressOf,
  type GatewayAddress,
  namedUrl,
} from '../gateway/gateway-address.js'
import { settingsOf } from '../settings.js'
import { programPath } from '../setup/agents.js'
import { type Check, checkLines } from '../setup/check.js'
import { diagnose, hooksTarget } from '../setup/diagnose.js'
import { askGateway } from '../setup/gateway-check.js'
import type { Surroundings } from '../setup/surroundings.js'
import { jsonLine } from '../terminal/json-line.js'
import { oneLine } from '../terminal/plain-text.js'
import { screenOf } from '../terminal/screen.js'

/** How long a program may take to say its version. */
const VERSION_MS = 3_000
const GATEWAY_MS = 3_000

export const doctor: Command = {
  summary: 'Looks whether gateway, hooks and agents are in place, and says what to type where they are not.',
  usage: `signalbox doctor [--json] ${ADDRESS_USAGE}`,
  details:
    'A green lamp is well, a yellow one is worth knowing, a red one is wrong; with a red one the exit code is 1.\n' +
    '--json prints {"ok":…,"checks":[{"name","lamp","says","type"?}]}; lamp is ok, note or wrong.',
  options: { ...ADDRESS_OPTIONS, json: { type: 'boolean' } },
  async run(values) {
    const config = settingsOf(values)
    let origin: string | undefined
    const asked = await askGateway(async () => {
      const address = reachedBy(values, hooksTarget(config))
      origin = address.origin
      const [sessions, paused] = await Promise.all([sessionsOf(address), isPaused(address)])
      return { sessions, paused }
    })
    const hasToken = text(values, 'token') !== undefined
    const { ok, checks } = await diagnose({ config, asked, origin, hasToken, programSays: versionOf })
    if (!ok) process.exitCode = 1
    if (values.json) return console.log(jsonLine({ ok, checks }))
    const screen = screenOf(process.stdout)
    for (const line of checkLines(checks.map(onOneLine), screen.paint)) screen.print(`${line}\n`)
  },
}

/** Where the gateway said it is, unless told otherwise. */
function reachedBy(values: Values, hooksGoTo: string | undefined): GatewayAddress {
  const isTold = (namedUrl(values) ?? text(values, 'port')) !== undefined
  return addressOf(isTold || hooksGoTo === undefined ? values : { ...values, url: hooksGoTo })
}

async function sessionsOf(address: GatewayAddress): Promise<SessionMeta[]> {
  const { sessions } = await call(address, '/api/sessions?limit=1000&archived=true', { limitMs: GATEWAY_MS })
  return Array.isArray(sessions) ? (sessions as SessionMeta[]) : []
}

async function isPaused(address: GatewayAddress): Promise<boolean> {
  return (await call(address, '/api/gateway', { limitMs: GATEWAY_MS })).state === 'paused'
}

/** What a program says about its version, on one line. */
export async function versionOf(
  program: string,
  env: Surroundings['env'],
  limitMs = VERSION_MS,
): Promise<string | undefined> {
  const path = programPath(program, env)
  if (path === undefined) return undefined
  return await new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: limitMs, killSignal: 'SIGKILL' }, (error, stdout) => {
      const said = oneLine(stdout).slice(0, 60)
      if (error?.killed) resolve(`${program} took too long to tell its version`)
      else resolve(error || said === '' ? `${program} does not tell its version` : said)
    })
  })
}

function onOneLine(check: Check): Check {
  return { ...check, says: oneLine(check.says) }
}
