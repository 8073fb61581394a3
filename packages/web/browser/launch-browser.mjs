import { chromium } from 'playwright-core'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's chromium; another one with CHROMIUM=/path. */
export function launchBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS })
}

/** A browser of its own: no cookie, no storage. Collects what a strict page must not have. */
export async function newVisitor(browser, options = {}) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  const complaints = []
  const requests = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) complaints.push(message.text())
  })
  page.on('request', (request) => requests.push(request.url()))
  return { context, page, complaints, requests }
}

/** Pairs with a link and ends on the board. */
export async function pair({ page }, link) {
  await page.goto(link)
  await page.getByRole('button', { name: 'Pair this browser' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
}
