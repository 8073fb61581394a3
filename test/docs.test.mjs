import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const DOCUMENTS = [
  'README.md',
  'docs/notify.md',
  'docs/gateway.md',
  'docs/turns.md',
  'docs/harmonize.md',
  'docs/observed-agents.md',
  'docs/client.md',
  'docs/setup.md',
]

/** With `signalbox` on it, as the README puts it there. */
const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)

/** How a block is run, by its language. */
const RUN = {
  sh: (script) => ['bash', ['-euo', 'pipefail', '-c', script]],
  js: (script) => [process.execPath, ['--input-type=module', '-e', script]],
}

/** Every `sh` and `js` block of a document, with what the `output` block after it promises. */
function examplesOf(document) {
  const text = readFileSync(join(root, document), 'utf8')
  return [...text.matchAll(/```(sh|js)\n([\s\S]*?)```\n(?:```output\n([\s\S]*?)```)?/g)].map(
    ([, language, script, output = '']) => ({
      language,
      script,
      promises: output.trim().split('\n').filter(Boolean),
    }),
  )
}

/** A gateway as a reader of the document would have it: its data in ~/.signalbox. */
async function startGateway(onTestFinished) {
  const home = mkdtempSync(join(tmpdir(), 'signalbox-docs-'))
  const env = { PATH, HOME: home }
  const gateway = spawn(
    process.execPath,
    [join(root, 'packages/cli/bin/signalbox.js'), 'up', '--port', '0'],
    { env },
  )
  onTestFinished(async () => {
    const ended = new Promise((done) => gateway.once('exit', done))
    gateway.kill('SIGTERM')
    await ended
    rmSync(home, { recursive: true, force: true })
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

// Each has a gateway and a home of its own, so they run side by side.
describe('the examples', () => {
  it.concurrent.for(DOCUMENTS)(
    'of %s do what they say',
    async (document, { onTestFinished }) => {
      const { port, env } = await startGateway(onTestFinished)
      const examples = examplesOf(document)
      expect(examples.length).toBeGreaterThan(0)
      for (const { language, script, promises } of examples) {
        const here = script.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
        // The same program; npx takes longer to find it than it takes to run.
        const [program, args] = RUN[language](here.replaceAll('npx signalbox', 'signalbox'))
        const { stdout } = await run(program, args, { cwd: root, env })
        expect(promises, script).not.toEqual([])
        for (const promise of promises) expect(stdout, script).toContain(promise)
      }
    },
    120_000,
  )
})

describe('the command', () => {
  const version = readFileSync(join(root, 'packages/cli/package.json'), 'utf8').match(
    /"version": "(.*)"/,
  )?.[1]

  it('is found by npx in this folder, and anywhere once it is linked', async () => {
    const prefix = mkdtempSync(join(tmpdir(), 'signalbox-link-'))
    onTestFinished(() => rmSync(prefix, { recursive: true, force: true }))
    mkdirSync(join(prefix, 'lib'))
    const env = { ...process.env, npm_config_prefix: prefix }
    const [inside] = await Promise.all([
      run('npx', ['signalbox', '--version'], { cwd: root, env }),
      run('npm', ['link', '--workspace', 'packages/cli', '--offline'], { cwd: root, env }),
    ])
    const outside = await run(join(prefix, 'bin', 'signalbox'), ['--version'], { cwd: prefix })
    expect([inside, outside].map(({ stdout }) => stdout.trim())).toEqual([version, version])
  }, 60_000)
})
