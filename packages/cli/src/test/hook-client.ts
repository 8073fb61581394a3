import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { type Ended, tempDir } from './signalbox.js'

const SHIPPED = new URL('../../hook/', import.meta.url).pathname
export const TOKEN = 'the-token-of-the-hooks'
/** Nobody listens there. */
export const DEAD = 'http://127.0.0.1:9'
export const EVERY_BYTE = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256))
export const PAYLOAD = JSON.stringify({
  session_id: 's',
  hook_event_name: 'Stop',
  text: `'"$(id)\`id\`\\n; \u001b[31m`,
})
export const DECISION = { hookSpecificOutput: { decision: { behavior: 'allow' } } }

/** The two clients: the command that an agent would run, `file` being where setup put it. */
export const CLIENTS = [
  ['sh', (home: string) => [join(home, 'bin/signalbox-hook')]],
  ['node', (home: string) => [process.execPath, join(home, 'bin/signalbox-hook.mjs')]],
] as const
export type CommandOf = (typeof CLIENTS)[number][1]

/** Who needs a program that is not there says so. */
export function need(...programs: string[]): void {
  for (const program of programs) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
      throw new Error(`This test needs ${program}, which is not installed.`)
  }
}

/** Clients that wait: on a machine with much to do an answer takes its time, and that is not what most tests are about. */
export function patient(text: string): string {
  return text
    .replace('limit=0.2 claude_limit=5 codex_limit=1', 'limit=15 claude_limit=15 codex_limit=15')
    .replace('const WHOLE_MS = 200', 'const WHOLE_MS = 15_000')
    .replace('const PS_MS = 100', 'const PS_MS = 15_000')
}

/** Those that wait a moment, and as long as they have to when a person is asked. */
export function hasty(text: string): string {
  return text
    .replace('limit=0.2 claude_limit=5 codex_limit=1', 'limit=0.7 claude_limit=15 codex_limit=15')
    .replace('const WHOLE_MS = 200', 'const WHOLE_MS = 900')
    .replace('{ claude: 5_000, codex: 1_000 }', '{ claude: 15_000, codex: 15_000 }')
    .replace('const LEAST_MS = 100', 'const LEAST_MS = 600')
}

/** A data directory as setup leaves it. `change` rewrites the clients. */
export function setUp(origin?: string, change = patient): string {
  const home = join(tempDir(), 'data of ann')
  mkdirSync(join(home, 'bin'), { recursive: true })
  for (const name of ['signalbox-hook', 'signalbox-hook.mjs']) {
    const shipped = readFileSync(join(SHIPPED, name), 'utf8')
    const changed = change(shipped)
    if (changed === shipped) throw new Error(`There is nothing to change in ${name}.`)
    writeFileSync(join(home, 'bin', name), changed, { mode: 0o755 })
  }
  if (origin !== undefined) writeFileSync(join(home, 'gateway'), `${origin}\n`)
  writeFileSync(join(home, 'hook-authorization'), `Authorization: Bearer ${TOKEN}\n`, { mode: 0o600 })
  return home
}

export interface Called extends Ended {
  ms: number
}

/** Runs a client to its end, with this on its stdin. */
export async function callClient(
  [program = '', ...args]: readonly string[],
  { input = '', env = {} }: { input?: string | Buffer; env?: Record<string, string> } = {},
): Promise<Called> {
  const begun = performance.now()
  const child = spawn(program, args, { env: { PATH: process.env.PATH ?? '', ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [stdout, stderr] = [buffer(child.stdout), buffer(child.stderr)]
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'exit')
  const ms = performance.now() - begun
  return { code, ms, stdout: (await stdout).toString(), stderr: (await stderr).toString() }
}

export interface Heard {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

type Answer = (heard: Heard, response: ServerResponse) => void

/** A gateway that answers as told and remembers what it heard. */
export async function listen(answer: Answer = json(200, {})): Promise<{ origin: string; heard: Heard[] }> {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const body = await buffer(request).catch(() => undefined)
    if (body === undefined) return
    const call = { method, path, headers, body }
    heard.push(call)
    answer(call, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

/** An answer of the gateway. */
export const json = (status: number, body: object): Answer => {
  return (_heard, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

/** One that takes the call and never says a word. */
export const hang: Answer = () => {}

/** What lies in the spool, once the client is done with its own file. */
export async function spooled(
  home: string,
  folder = '',
): Promise<{ name: string; head: string[]; payload: Buffer }[]> {
  const directory = join(home, 'spool', folder)
  const names = () => (existsSync(directory) ? readdirSync(directory) : [])
  await vi.waitFor(() => {
    if (names().some((name) => name.startsWith('.tmp-'))) throw new Error('a file is not finished')
  }, 10_000)
  return names()
    .filter((name) => name.endsWith('.event'))
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(directory, name))
      const end = bytes.indexOf('\n\n')
      return { name, head: bytes.toString('utf8', 0, end).split('\n'), payload: bytes.subarray(end + 2) }
    })
}

/** What /proc says of a process: its start. */
export function startedAt(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
