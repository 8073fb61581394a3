import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../cli/bin/signalbox.js', import.meta.url))

/** The real gateway with a data directory of its own, started as a person starts it. */
export async function startGateway() {
  const dataDir = await mkdtemp(join(tmpdir(), 'signalbox-browser-'))
  let running = await run(dataDir, 0)
  const { url } = running
  const token = () => readFileSync(join(dataDir, 'token'), 'utf8').trim()
  async function call(method, path, body) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        authorization: `Bearer ${token()}`,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  return {
    url,
    dataDir,
    pairingLink: running.pairingLink,
    /** What a program signs in with. */
    token,
    /** Ends the process at once, as a crash would. */
    kill: () => end(running.child, 'SIGKILL'),
    /** Starts it again on the same port, with what it has on disk. */
    async restart() {
      running = await run(dataDir, Number(new URL(url).port))
    },
    /** Posts one notify event through the door agents use. */
    notify: (sessionId, payload) =>
      call('POST', `/api/sessions/${encodeURIComponent(sessionId)}/notify`, {
        session_id: sessionId,
        payload,
      }),
    /** Posts what an agent gives its hooks. */
    hook: (agent, payload) => call('POST', `/hooks/${agent}`, payload),
    /** Asks the gateway as its owner. */
    ask: async (method, path, body) => (await call(method, path, body)).json(),
    /** A fresh one-time code. */
    pairingCode: async () => (await (await call('POST', '/api/pairing')).json()).code,
    /** Takes the pairing away from every browser. */
    async revokeDevices() {
      const { devices } = await (await call('GET', '/api/devices')).json()
      for (const { id } of devices) await call('DELETE', `/api/devices/${id}`)
    },
    async stop() {
      await end(running.child, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function run(dataDir, port) {
  const child = spawn(process.execPath, [COMMAND, 'up', '--port', String(port), '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A home of its own: the doctor looks at no settings but those of the test.
    env: { PATH: process.env.PATH, HOME: dataDir },
  })
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk) => {
      said += chunk
      const url = /listening on (http:\/\/\S+)/.exec(said)?.[1]
      const pairingLink = /http:\/\/\S+\/pair#\S+/.exec(said)?.[0]
      if (url && pairingLink) resolve({ child, url, pairingLink })
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${said}`)))
  })
}

function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill(signal)
  })
}
