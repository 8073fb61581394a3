import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../harness/is-running.mjs'
import { executableIn, prefixOf } from './agents.mjs'

const INSTALL_MS = 300_000
// By itself npm tries for more than a minute before it says that nobody answers.
const INSTALL = [
  'install',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
]
const UNREACHABLE =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|E5\d\d)\b/

/** @typedef {import('./agents.mjs').Agent} Agent */
/** @typedef {(args: string[], cwd: string) => Promise<{code: number | null, said: string}>} Npm */

/**
 * Puts one agent into the cache, whole or not at all: it is made beside its place and renamed into it.
 * @param {{cache: string, name: string, agent: Agent, npm?: Npm}} options
 * @returns {Promise<'there' | 'installed'>} rejects with one sentence that can be shown as it is
 */
export async function installAgent({ cache, name, agent, npm = runNpm }) {
  const prefix = prefixOf(cache, name, agent)
  if (existsSync(executableIn(prefix, agent))) return 'there'
  mkdirSync(cache, { recursive: true })
  clearLeftovers(cache)
  const draft = join(cache, `.tmp-${process.pid}-${name}-${agent.version}`)
  try {
    mkdirSync(draft)
    writeFileSync(join(draft, 'package.json'), '{"private":true}\n')
    const { code, said } = await npm([...INSTALL, `${agent.package}@${agent.version}`], draft)
    if (code !== 0) throw new Error(`${agent.title} ${agent.version} ${whyNot(code, said)}`)
    if (!existsSync(executableIn(draft, agent)))
      throw new Error(
        `${agent.title} ${agent.version} has no program for ${process.platform} on ${process.arch}.`,
      )
    moveInto(prefix, draft, agent)
    return 'installed'
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** @param {string} prefix @param {string} draft @param {Agent} agent */
function moveInto(prefix, draft, agent) {
  // Another run may have been quicker; a folder without the program is a broken one.
  if (existsSync(executableIn(prefix, agent))) return
  rmSync(prefix, { recursive: true, force: true })
  renameSync(draft, prefix)
}

/** What npm says names the servers packages come from, so only its code is told. @param {number | null} code @param {string} said */
function whyNot(code, said) {
  if (UNREACHABLE.test(said))
    return 'could not be installed: the package registry cannot be reached. Try again with a network, or name a folder that has it in SIGNALBOX_AGENTS_CACHE.'
  const [, word] = /^npm error code (\w+)/m.exec(said) ?? []
  return `could not be installed: npm ended with ${word ?? code ?? 'a signal'}.`
}

/** What runs that were killed left behind. @param {string} cache */
function clearLeftovers(cache) {
  for (const entry of readdirSync(cache)) {
    const [, pid] = /^\.tmp-(\d+)-/.exec(entry) ?? []
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(cache, entry), { recursive: true, force: true })
  }
}

/** @type {Npm} */
function runNpm(args, cwd) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['--prefix', cwd, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said = (said + text).slice(-20_000)
      })
    const overdue = setTimeout(() => child.kill('SIGKILL'), INSTALL_MS)
    const end = (/** @type {number | null} */ code) => {
      clearTimeout(overdue)
      resolve({ code, said })
    }
    child.once('error', (error) => {
      said += error.message
      end(1)
    })
    child.once('close', end)
  })
}
