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
import { watchScene } from './pictures/watch-scene.mjs'

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url))
const SCREENSHOTS = join(DOCS, 'screenshots')
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const THEMES = /** @type {const} */ (['dark', 'light'])
/** How long things have waited in the pictures, in seconds; less for a first look. */
const AGES = process.argv.includes('--quick') ? [1, 1, 1] : [90, 40, 12]
const TOUR_MS = 90_000

mkdirSync(SCREENSHOTS, { recursive: true })
const dir = mkdtempSync(join(tmpdir(), 'signalbox-pictures-'))
const home = join(dir, 'home')
mkdirSync(home)
const gateway = startProcess(upCommand({ port: 0, dataDir: join(dir, 'data') }))
const browser = await launchBrowser()
/** @type {ReturnType<typeof watchScene> | undefined} */
let scene
try {
  const url = `http://127.0.0.1:${await gateway.listening}`
  const token = readToken(join(dir, 'data'))
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
  await animate(page)
  const tour = new URL(page.url()).pathname
  await takeAll(paired, 'session', at(tour))
  await scene.before()
  await pause((AGES[0] ?? 0) * 1000)
  await scene.lately()
  await pause((AGES[1] ?? 0) * 1000)
  await scene.justNow()
  await pause((AGES[2] ?? 0) * 1000)
  await takeAll(paired, 'needs-you', at('/'))
  await takeAll(paired, 'sessions', at('/sessions'))
  await takeAll(paired, 'new-session', async (other) => {
    await at('/sessions')(other)
    await other.getByRole('button', { name: 'New session' }).first().click()
    await other.getByRole('dialog').waitFor()
  })
} finally {
  scene?.close()
  await browser.close()
  await gateway.stop()
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
  return context.newPage()
}

/**
 * One view in both themes, on a desk and on a phone.
 * @param {Parameters<typeof open>[0]} paired @param {string} name
 * @param {(page: import('playwright-core').Page) => Promise<void>} lead
 */
async function takeAll(paired, name, lead) {
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
