import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newest } from './build/freshness.mjs'
import { prune } from './build/orphans.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiled = ['protocol', 'client', 'server', 'cli', 'conformance']

/**
 * Builds what is missing or older than its sources; silent when that takes less than a second.
 * @returns {Promise<number>} the exit code of the first tool that failed, or 0
 */
export async function build() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  if (!existsSync(tsc)) {
    console.error('The dependencies are not installed. Run `npm install` first.')
    return 1
  }
  const code = await tell('packages', () => run([tsc, '-b'], root))
  if (code !== 0) return code
  for (const name of compiled) prune(join(root, 'packages', name))
  if (bundleIsStale()) await tell('gateway', bundle)
  return webIsStale() ? tell('dashboard', buildWeb) : 0
}

function buildWeb() {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  return run([vite, 'build', '--logLevel', 'warn'], join(root, 'packages/web'))
}

async function bundle() {
  // Loaded only where it is needed: it is slower to load than the bundle is to check.
  const { bundleServer } = await import('./build/bundle.mjs')
  await bundleServer(join(root, 'packages/server'))
  return 0
}

function bundleIsStale() {
  const bundled = join(root, 'packages/server/bundle/index.js')
  const inputs = [
    ...['server', 'protocol'].map((name) => join(root, 'packages', name, 'dist')),
    join(root, 'package-lock.json'),
    join(root, 'scripts/build/bundle.mjs'),
  ]
  return newest([bundled]) < newest(inputs)
}

/** The dashboard is Vite's: it is built from its own files and from what it bundles. */
function webIsStale() {
  const web = join(root, 'packages/web')
  if (!existsSync(join(web, 'index.html'))) return false
  const sources = [
    'src',
    'public',
    'index.html',
    'docs.html',
    'vite.config.ts',
    'vite.config.js',
    'package.json',
  ]
  const inputs = [
    ...sources.map((path) => join(web, path)),
    ...['client', 'protocol'].map((name) => join(root, 'packages', name, 'src')),
  ]
  const page = join(web, 'dist/index.html')
  return !existsSync(page) || newest([page]) < newest(inputs)
}

/** @param {string} what @param {() => Promise<number>} work */
async function tell(what, work) {
  const begun = Date.now()
  let slow = false
  const timer = setTimeout(() => {
    slow = true
    console.error(`building the ${what} …`)
  }, 1000)
  const code = await work()
  clearTimeout(timer)
  if (slow && code === 0) console.error(`built the ${what} in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
  if (code !== 0) console.error(`building the ${what} failed`)
  return code
}

/** @param {string[]} args @param {string} cwd @returns {Promise<number>} */
function run(args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await build()
