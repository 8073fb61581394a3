// Draws docs/screenshots and the animation of the README from a real run: a gateway, agents told of by their hooks, the
// demo agent, and the dashboard in a browser.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../packages/web/browser/launch-browser.mjs'
import { readToken, startProcess, upCommand } from './gateway/process.mjs'
import { animatedPng } from './pictures/animated-png.mjs'
import { flowScene } from './pictures/flow-scene.mjs'
import { watchScene } from './pictures/watch-scene.mjs'
import { webhookReceiver } from './pictures/webhook-receiver.mjs'

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url))
const SCREENSHOTS = join(DOCS, 'screenshots')
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const THEMES = /** @type {const} */ (['dark', 'light'])
/** `--only=flows,logs` takes these pictures and leaves the others as they are. */
const ONLY = process.argv
  .find((one) => one.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const isTaken = (/** @type {string} */ name) => ONLY?.includes(name) ?? true
/** How long things have waited in the pictures, in seconds; less for a first look, and where nobody sees it. */
const isQuick = process.argv.includes('--quick') || !(isTaken('needs-you') || isTaken('sessions'))
const AGES = isQuick ? [1, 1, 1] : [90, 40, 12]
const TOUR_MS = 90_000

mkdirSync(SCREENSHOTS, { recursive: true })
const dir = mkdtempSync(join(tmpdir(), 'signalbox-pictures-'))
const home = join(dir, 'home')
const dataDir = join(home, '.signalbox')
mkdirSync(dataDir, { recursive: true })
const receiver = await webhookReceiver()
writeFileSync(join(dataDir, 'config.json'), JSON.stringify({ webhooks: { allow: [receiver.host] } }))
const gateway = startProcess(upCommand({ port: 0, dataDir }))
const browser = await launchBrowser()
/** @type {ReturnType<typeof watchScene> | undefined} */
let scene
try {
  const url = `http://127.0.0.1:${await gateway.listening}`
  const token = readToken(dataDir)
  const link = await pairingLink(url, token)
  const page = await open(undefined, SIZES.desktop, 'dark')
  await page.goto(`${url}${link}`)
  await takeAll(
    undefined,
    'pair',
    async (other) => void (await other.goto(`${url}${await pairingLink(url, token)}`)),
  )
  await page.getByRole('button', { name: 'Pair this browser' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
  const paired = await page.context().storageState()
  /** @param {string} path */
  const at = (path) => async (/** @type {import('playwright-core').Page} */ other) => {
    await other.goto(`${url}${path}`)
    await other.getByText('Live', { exact: true }).waitFor()
  }
  await takeAll(paired, 'first-run', at('/'))
  await takeAll(paired, 'connect', at('/connect'))
  await takeAll(paired, 'devices', at('/devices'))

  scene = watchScene({ url, token, home })
  if (isTaken('session') || isTaken('tour')) {
    await animate(page)
    await takeAll(paired, 'session', at(new URL(page.url()).pathname))
  }
  await scene.before()
  await pause((AGES[0] ?? 0) * 1000)
  await scene.lately()
  await pause((AGES[1] ?? 0) * 1000)
  await scene.justNow()
  await pause((AGES[2] ?? 0) * 1000)
  await takeAll(paired, 'needs-you', at('/'))
  await takeAll(paired, 'sessions', at('/sessions'))
  const flows = flowScene({ url, token, dataDir, hooks: `http://${receiver.host}` })
  await flows.begin()
  await pause(2000)
  await takeAll(paired, 'flows', at('/flows'))
  await takeAll(paired, 'flow', async (other) => {
    await at('/flows/plan-created')(other)
    // It is tried on what sets it off by itself.
    await other.getByText('New plan: Route session events').first().waitFor()
  })
  await takeAll(paired, 'deliveries', async (other) => {
    await at('/flows/deliveries')(other)
    await other.getByRole('list', { name: 'Deliveries' }).getByText('Failed', { exact: true }).first().click()
  })
  await takeAll(paired, 'logs', async (other) => {
    await at('/logs')(other)
    await other.getByText('route-events.org').last().click()
  })
  await takeAll(paired, 'toasts', async (other) => {
    await at('/')(other)
    await flows.plans()
    await flows.fails()
    await other.getByText('New plan: Retire the second bus').waitFor()
    await other.getByText('Codex 2 failed').first().waitFor()
  })
  await takeAll(paired, 'new-session', async (other) => {
    await at('/sessions')(other)
    await other.getByRole('button', { name: 'New session' }).first().click()
    await other.getByRole('dialog').waitFor()
  })
} finally {
  scene?.close()
  await browser.close()
  await gateway.stop()
  receiver.close()
  rmSync(dir, { recursive: true, force: true })
}

/** @param {string} url @param {string} token @returns {Promise<string>} */
async function pairingLink(url, token) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/pairing`, { method: 'POST', headers, body: '{}' })
  return (await answer.json()).link
}

/**
 * @param {Awaited<ReturnType<import('playwright-core').BrowserContext['storageState']>> | undefined} paired
 * @param {{width: number, height: number}} viewport @param {'dark' | 'light'} colorScheme
 */
async function open(paired, viewport, colorScheme) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    hasTouch: viewport.width < 500,
    ...(paired ? { storageState: paired } : {}),
  })
  // The home of the run is a folder that will be gone; the page is shown as in a home like any other.
  await context.route('**/api/flow/files', async (route) => {
    const authorization = `Bearer ${readToken(dataDir)}`
    const answer = await route.fetch({ headers: { authorization } })
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(home, '/home/ada') })
  })
  return context.newPage()
}

/**
 * One view in both themes, on a desk and on a phone.
 * @param {Parameters<typeof open>[0]} paired @param {string} name
 * @param {(page: import('playwright-core').Page) => Promise<void>} lead
 */
async function takeAll(paired, name, lead) {
  if (!isTaken(name)) return
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const theme of THEMES) {
      const page = await open(paired, viewport, theme)
      await lead(page)
      await settled(page)
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${size}-${theme}.png`) })
      await page.context().close()
    }
  }
}

/** What is read and loaded when a view opens is there. @param {import('playwright-core').Page} page */
async function settled(page) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await pause(800)
}

/**
 * The first two minutes of somebody new: run the demo, be asked, approve, see it end.
 * @param {import('playwright-core').Page} page
 */
async function animate(page) {
  /** @type {{png: Buffer, ms: number}[]} */
  const frames = []
  await page.setViewportSize({ width: 960, height: 600 })
  const shoot = async (/** @type {number} */ ms) =>
    void frames.push({ png: await page.screenshot({ animations: 'disabled' }), ms })
  await shoot(1200)
  await page.getByRole('button', { name: 'Run the demo' }).click()
  const approve = page.getByRole('button', { name: 'Approve' })
  const until = performance.now() + TOUR_MS
  while (!(await approve.isVisible())) {
    await shoot(450)
    await pause(900)
    if (performance.now() > until) throw new Error('the demo asked nobody')
  }
  await shoot(2200)
  await approve.click()
  while (await page.getByRole('button', { name: 'Stop' }).isVisible()) {
    await shoot(450)
    await pause(900)
    if (performance.now() > until) throw new Error('the demo did not end')
  }
  await shoot(2600)
  writeFileSync(join(DOCS, 'dashboard-tour.png'), animatedPng(frames))
  await page.setViewportSize(SIZES.desktop)
}
