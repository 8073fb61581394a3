// Draws docs/watch*.png from a real run: a gateway, agents told of by their hooks, `signalbox watch` in tmux.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { launchBrowser } from '../packages/web/browser/launch-browser.mjs'
import { readToken, startProcess, upCommand } from './gateway/process.mjs'
import { readScreen } from './pictures/read-screen.mjs'
import { screenPage } from './pictures/screen-page.mjs'
import { watchScene } from './pictures/watch-scene.mjs'

const run = promisify(execFile)
const BIN = fileURLToPath(new URL('../packages/cli/bin/signalbox.js', import.meta.url))
const DOCS = fileURLToPath(new URL('../docs/', import.meta.url))

/** What is taken: its size, and the keys that lead there. */
const PICTURES = [
  { name: 'watch', columns: 120, rows: 24, keys: [], shows: /r answer/ },
  { name: 'watch-narrow', columns: 60, rows: 20, keys: [], shows: /r answer/ },
  { name: 'watch-permission', columns: 100, rows: 22, keys: ['n'], shows: /a approve/ },
]
/** How long ago things are to look, in seconds; less for a first look. */
const quick = process.argv.includes('--quick')
const [A_WHILE, A_MOMENT] = quick ? [3, 2] : [200, 48]

const dir = mkdtempSync(join(tmpdir(), 'signalbox-pictures-'))
const home = join(dir, 'home')
mkdirSync(home)
const gateway = startProcess(upCommand({ port: 0, dataDir: join(dir, 'data') }))
const browser = await launchBrowser()
const tmux = async (/** @type {string[]} */ ...words) =>
  (await run('tmux', ['-u', '-S', join(dir, 'tmux'), '-f', '/dev/null', ...words])).stdout
/** @type {ReturnType<typeof watchScene> | undefined} */
let scene
try {
  const url = `http://127.0.0.1:${await gateway.listening}`
  const token = readToken(join(dir, 'data'))
  scene = watchScene({ url, token, home })
  await scene.before()
  await pause(A_WHILE * 1000)
  await scene.lately()
  await pause(A_MOMENT * 1000)
  await scene.justNow()
  await pause(quick ? 1000 : 12_000)
  for (const picture of PICTURES)
    await take(picture, { SIGNALBOX_URL: url, SIGNALBOX_TOKEN: token, HOME: home })
} finally {
  scene?.close()
  await tmux('kill-server').catch(() => {})
  await browser.close()
  await gateway.stop()
  rmSync(dir, { recursive: true, force: true })
}

/** @param {typeof PICTURES[number]} picture @param {Record<string, string>} env */
async function take({ name, columns, rows, keys, shows }, env) {
  const variables = Object.entries({ ...env, COLORTERM: 'truecolor' }).flatMap(([key, value]) => [
    '-e',
    `${key}=${value}`,
  ])
  const size = ['-x', String(columns), '-y', String(rows)]
  await tmux('new-session', '-d', '-s', name, ...size, ...variables, process.execPath, BIN, 'watch')
  await until(name, /[ar] (?:approve|answer)/)
  for (const key of keys) await tmux('send-keys', '-t', name, key)
  const screen = readScreen(await until(name, shows))
  const { html, width, height } = screenPage(screen, columns, 'signalbox watch')
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 })
  await page.setContent(html)
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: join(DOCS, `${name}.png`), omitBackground: true })
  await page.close()
  console.log(`docs/${name}.png`)
}

/** What the pane shows, with its colours, once it fits. @param {string} name @param {RegExp} pattern */
async function until(name, pattern) {
  for (let tries = 0; tries < 400; tries++) {
    if (pattern.test(await tmux('capture-pane', '-p', '-t', name)))
      return tmux('capture-pane', '-e', '-p', '-t', name)
    await pause(50)
  }
  throw new Error(`the view never showed ${pattern}:\n${await tmux('capture-pane', '-p', '-t', name)}`)
}
