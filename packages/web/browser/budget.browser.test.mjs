import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, newVisitor, pair } from './launch-browser.mjs'
import { startGateway } from './start-gateway.mjs'

/** What the first load may weigh in JavaScript, gzipped. */
const BUDGET_KB = 250

let browser
let gateway
beforeAll(async () => {
  ;[browser, gateway] = await Promise.all([launchBrowser(), startGateway()])
})
afterAll(() => Promise.all([browser?.close(), gateway?.stop()]))

it('loads little JavaScript before anything is opened, and nothing from elsewhere', async () => {
  const visitor = await newVisitor(browser)
  await pair(visitor, gateway.pairingLink)
  const scripts = new Map()
  visitor.page.on('response', (response) => {
    if (/\.js(\?|$)/.test(response.url())) scripts.set(response.url(), response.body())
  })
  await visitor.page.reload()
  await visitor.page.getByText('Live', { exact: true }).waitFor()
  const sizes = await Promise.all(
    [...scripts].map(async ([url, body]) => [new URL(url).pathname, gzipSync(await body).length]),
  )
  const total = sizes.reduce((sum, [, size]) => sum + size, 0) / 1024
  console.log(`first load: ${total.toFixed(0)} KB of JavaScript gzipped in ${sizes.length} files`)
  expect(sizes.length).toBeGreaterThan(0)
  expect(total).toBeLessThanOrEqual(BUDGET_KB)
  expect(visitor.requests.filter((url) => !url.startsWith(gateway.url))).toEqual([])
  expect(visitor.complaints).toEqual([])
})
