import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessFindings } from './check-access.mjs'
import { launchBrowser, newVisitor, pair } from './launch-browser.mjs'
import { startGateway } from './start-gateway.mjs'

const PHONE = { width: 390, height: 844 }

let browser
let gateway
let visitor
let page
beforeAll(async () => {
  ;[browser, gateway] = await Promise.all([launchBrowser(), startGateway()])
  visitor = await newVisitor(browser, { reducedMotion: 'reduce' })
  page = visitor.page
  await pair(visitor, gateway.pairingLink)
})
afterAll(() => Promise.all([browser?.close(), gateway?.stop()]))

/** What keeps people from using the page as it is, in both themes. */
async function findings(on = page) {
  const found = []
  for (const colorScheme of ['dark', 'light']) {
    await on.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const finding of await accessFindings(on)) found.push(`${colorScheme}: ${finding}`)
  }
  return found
}

async function at(path, wait) {
  await page.goto(`${gateway.url}${path}`)
  await wait().waitFor()
}

it('greets without barriers', async () => {
  await page.getByRole('button', { name: 'Run the demo' }).waitFor()
  expect(await findings()).toEqual([])
})

it('pairs without barriers', async () => {
  const other = await newVisitor(browser)
  await other.page.goto(`${gateway.url}/pair`)
  await other.page.getByRole('heading').first().waitFor()
  expect(await findings(other.page)).toEqual([])
  await other.context.close()
})

describe('with a session that asks', () => {
  beforeAll(async () => {
    await page.getByRole('button', { name: 'Run the demo' }).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor({ timeout: 60_000 })
  })

  it('shows the session without barriers, also on a phone', async () => {
    expect(await findings()).toEqual([])
    const desk = page.viewportSize()
    await page.setViewportSize(PHONE)
    expect(await findings()).toEqual([])
    await page.setViewportSize(desk)
  })

  it.each([
    ['/', () => page.getByRole('button', { name: 'Approve' })],
    ['/sessions', () => page.getByRole('searchbox')],
    ['/flows', () => page.getByRole('heading', { level: 1 })],
    ['/flows/new', () => page.getByRole('heading', { level: 1 })],
    ['/flows/deliveries', () => page.getByRole('heading', { level: 1 })],
    ['/logs', () => page.getByRole('searchbox')],
    ['/connect', () => page.getByRole('heading', { level: 1 })],
    ['/devices', () => page.getByRole('heading', { level: 1 })],
  ])('shows %s without barriers', async (path, wait) => {
    await at(path, wait)
    expect(await findings()).toEqual([])
  })

  it('opens its dialogs without barriers', async () => {
    await at('/', () => page.getByRole('button', { name: 'Approve' }))
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(await findings()).toEqual([])
    await page.keyboard.press('Escape')
    await at('/sessions', () => page.getByRole('searchbox'))
    await page.getByRole('button', { name: 'New session' }).first().click()
    await page.getByRole('dialog').waitFor()
    expect(await findings()).toEqual([])
  })

  it('has nothing a strict page must not have', () => {
    expect(visitor.complaints).toEqual([])
    expect(visitor.requests.filter((url) => !url.startsWith(gateway.url))).toEqual([])
  })
})
