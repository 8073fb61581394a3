import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../packages/cli/bin/signalbox.js', import.meta.url))
const LISTENING = /^listening on http:\/\/127\.0\.0\.1:(\d+)/
const START_MS = 30_000
const STOP_MS = 15_000

/**
 * A gateway (or anything that prints the same `listening on …` line) running as a child process.
 * @typedef {object} GatewayProcess
 * @property {number} pid
 * @property {() => boolean} running
 * @property {Promise<number>} listening the port; rejects when it ends before it listens
 * @property {Promise<{code: number | null, signal: string | null}>} ended
 * @property {(signal: NodeJS.Signals) => void} signal
 * @property {() => Promise<{code: number | null, signal: string | null}>} stop SIGTERM, and the end it came to
 */

/** The command line of `signalbox up`. @param {{port: number, dataDir: string, flags?: string[]}} options */
export function upCommand({ port, dataDir, flags = [] }) {
  return [process.execPath, COMMAND, 'up', '--port', String(port), '--data-dir', dataDir, ...flags]
}

/**
 * @param {string[]} command
 * @param {{pidOf?: (pid: number) => number}} [options] `pidOf` finds the process to signal behind a wrapper
 * @returns {GatewayProcess}
 */
export function startProcess([file = '', ...args], { pidOf = (pid) => pid } = {}) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: ownSettingsOnly() })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors = (errors + text).slice(-4000)
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const running = () => child.exitCode === null && child.signalCode === null
  /** @param {NodeJS.Signals} signal */
  const signal = (signal) => {
    if (child.pid === undefined || !running()) return
    try {
      process.kill(pidOf(child.pid), signal)
    } catch (error) {
      // It ended between the question and the signal.
      const { code } = /** @type {NodeJS.ErrnoException} */ (error)
      if (code !== 'ESRCH' && code !== 'ENOENT') throw error
    }
  }
  const listening = new Promise((resolve, reject) => {
    const overdue = setTimeout(() => {
      signal('SIGKILL')
      reject(new Error(`the gateway did not listen within ${START_MS} ms\n${errors}`))
    }, START_MS)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const port = LISTENING.exec(line)?.[1]
      if (port !== undefined) settle(() => resolve(Number(port)))
    })
    child.once('error', (error) => settle(() => reject(error)))
    child.once('close', (code, by) => {
      settle(() => reject(new Error(`the gateway ended (${by ?? code}) before it listened\n${errors}`)))
    })
    /** @param {() => void} then */
    function settle(then) {
      clearTimeout(overdue)
      then()
    }
  })
  listening.catch(() => {}) // whoever awaits it gets the error; whoever kills it during the start does not
  return {
    get pid() {
      return child.pid === undefined ? 0 : pidOf(child.pid)
    },
    running,
    listening,
    ended,
    signal,
    async stop() {
      signal('SIGTERM')
      const overdue = setTimeout(() => signal('SIGKILL'), STOP_MS)
      const end = await ended
      clearTimeout(overdue)
      return end
    },
  }
}

/** The environment without what a developer has set for a gateway of their own. */
function ownSettingsOnly() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SIGNALBOX_')))
}

/** The token a gateway made in its data directory. @param {string} dataDir */
export function readToken(dataDir) {
  return readFileSync(join(dataDir, 'token'), 'utf8').trim()
}

/** A port nobody listens on now. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}
