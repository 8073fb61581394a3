import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export interface GatewayOptions {
  flags?: readonly string[]
  /** Where its data is; without it a new directory that is removed when the gateway stops. */
  dataDir?: string
  /** What its `config.json` says; without it there is none. */
  config?: object
  /** What its environment says beside ours. */
  env?: Readonly<Record<string, string>>
}

/** A gateway in a process of its own. */
export interface OwnGateway {
  url: string
  token: string
  dataDir: string
  /** SIGTERM, and the code it ended with. */
  stop(): Promise<number | null>
  /** SIGKILL: gone in the middle of whatever it does. */
  kill(): Promise<void>
}

const LISTENING = /^listening on (http:\/\/\S+)$/
const START_MS = 15_000
const STOP_MS = 8_000

/** Starts `signalbox up` on a free port. Nothing of the developer's own settings reaches it. */
export async function startOwnGateway(options: GatewayOptions = {}): Promise<OwnGateway> {
  const { flags = [], dataDir, config, env = {} } = options
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'signalbox-conformance-'))
  if (config) writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  const args = [command(), 'up', '--port', '0', '--data-dir', folder, ...flags]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...ownSettings(), ...env },
  })
  const ended = once(child, 'exit')
  ended.catch(() => undefined)
  const stop = async () => {
    const overdue = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    const [code] = await ended
    clearTimeout(overdue)
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
    return code as number | null
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  try {
    const url = await listening(child)
    const dev = flags.includes('--dev')
    const token = dev ? '' : readFileSync(join(folder, 'token'), 'utf8').trim()
    return { url, token, dataDir: folder, stop, kill }
  } catch (error) {
    await stop()
    throw error
  }
}

function listening(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    const overdue = setTimeout(() => reject(new Error('the gateway did not start in time')), START_MS).unref()
    let said = ''
    child.stderr.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2000)
    })
    child.once('close', () => reject(new Error(`the gateway ended before it listened: ${said}`)))
    child.once('error', reject)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = LISTENING.exec(line)?.[1]
      if (url === undefined) return
      clearTimeout(overdue)
      resolve(url)
    })
  })
}

function command(): string {
  const entry = createRequire(import.meta.url).resolve('signalbox/package.json')
  return join(dirname(entry), 'bin/signalbox.js')
}

function ownSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SIGNALBOX|OTEL)_/.test(name)))
}
