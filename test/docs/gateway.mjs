import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '../..')

/** With `signalbox` on it, as the README puts it there. */
const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)

/** A gateway as a reader of the document would have it: its data in ~/.signalbox; `more` is in its environment. */
export async function startGateway(onTestFinished, more = {}) {
  const home = mkdtempSync(join(tmpdir(), 'signalbox-docs-'))
  const env = { PATH, HOME: home }
  const gateway = spawn(
    process.execPath,
    [join(root, 'packages/cli/bin/signalbox.js'), 'up', '--port', '0'],
    { env: { ...env, ...more } },
  )
  onTestFinished(async () => {
    const ended = new Promise((done) => gateway.once('exit', done))
    gateway.kill('SIGTERM')
    const code = await ended
    rmSync(home, { recursive: true, force: true })
    return code
  })
  for await (const line of createInterface({ input: gateway.stdout })) {
    const port = /^listening on http:\/\/127\.0\.0\.1:(\d+)$/.exec(line)?.[1]
    if (port) {
      const token = readFileSync(join(home, '.signalbox/token'), 'utf8').trim()
      // The reader's gateway listens on the default port.
      const url = `http://127.0.0.1:${port}`
      return { port, env: { ...env, SIGNALBOX_TOKEN: token, SIGNALBOX_URL: url } }
    }
  }
  throw new Error('the gateway did not start')
}
