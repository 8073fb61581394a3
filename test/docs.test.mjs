import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startGateway } from './docs/gateway.mjs'
import { need } from './docs/need.mjs'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const DOCUMENTS = [
  'README.md',
  'docs/notify.md',
  'docs/logs.md',
  'docs/gateway.md',
  'docs/turns.md',
  'docs/harmonize.md',
  'docs/observed-agents.md',
  'docs/client.md',
  'docs/setup.md',
]

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

// Each has a gateway and a home of its own, so they run side by side.
describe('the examples', () => {
  it.concurrent.for(DOCUMENTS)(
    'of %s do what they say',
    async (document, { onTestFinished }) => {
      need('curl')
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
