import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, newVisitor } from './launch-browser.mjs'
import { startGateway } from './start-gateway.mjs'

let browser
let gateway

beforeAll(async () => {
  ;[browser, gateway] = await Promise.all([launchBrowser(), startGateway()])
})
afterAll(() => Promise.all([browser?.close(), gateway?.stop()]))

const width = (page) => page.evaluate(() => document.documentElement.scrollWidth)

describe('the page to read', () => {
  it('is there for everybody, asks nobody else for anything, and keeps to the policy', async () => {
    const { page, complaints, requests } = await newVisitor(browser)
    await page.goto(`${gateway.url}/docs`)
    await page.getByRole('heading', { name: 'Every word on the wire' }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    expect(await page.evaluate(() => document.fonts.check('14px "IBM Plex Sans"'))).toBe(true)
    expect(requests.filter((url) => !url.startsWith(gateway.url))).toEqual([])
    expect(complaints).toEqual([])
  })

  it('reads without a script', async () => {
    const { page } = await newVisitor(browser, { javaScriptEnabled: false })
    await page.goto(`${gateway.url}/docs#event-turn_complete`)
    await page.locator('#event-turn_complete').getByText('finalText').first().waitFor()
  })

  it('opens at an event under either of its names, and shows an example', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(`${gateway.url}/docs#event-message.delta`)
    const entry = page.locator('#event-text_delta')
    expect(await entry.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(200)
    await entry.getByText('Example').click()
    await entry.getByText('"type": "text_delta"').waitFor()
  })

  it('leads to the documents for programs', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(`${gateway.url}/docs`)
    await page.getByRole('link', { name: 'OpenAPI', exact: true }).click()
    await page.waitForURL(`${gateway.url}/openapi.json`)
  })

  it.each([390, 768, 1280])('is never wider than a window of %i', async (size) => {
    const { page } = await newVisitor(browser, { viewport: { width: size, height: 844 } })
    await page.goto(`${gateway.url}/docs`)
    expect(await width(page)).toBe(size)
  })
})
