import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, newVisitor, pair } from './launch-browser.mjs'
import { startGateway } from './start-gateway.mjs'

let browser
let gateway

beforeAll(async () => {
  ;[browser, gateway] = await Promise.all([launchBrowser(), startGateway()])
})
afterAll(() => Promise.all([browser?.close(), gateway?.stop()]))

const heading = (page, name) => page.getByRole('heading', { name, exact: true }).waitFor()
const submit = (page) => page.getByRole('button', { name: 'Pair this browser' }).click()
const GREETING = 'The line is clear'

describe('a browser that is not paired', () => {
  it('is told what to type, and where a code can be typed', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(gateway.url)
    await heading(page, 'This browser is not paired')
    await page.getByText(`npx signalbox pair --url ${gateway.url}`).waitFor()
    await page.getByRole('link', { name: 'type a code' }).click()
    await heading(page, 'Pair this browser')
  })

  it('is told that a wrong link does not work, and may type a code instead', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(`${gateway.url}/pair#not-a-code`)
    expect(await page.getByLabel('Code').count()).toBe(0)
    await submit(page)
    await heading(page, 'This link no longer works')
    await page.getByText(`npx signalbox pair --url ${gateway.url}`).waitFor()
    await page.getByLabel('Code').waitFor()
  })

  it('is told at the field that a typed code is wrong', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(`${gateway.url}/pair`)
    await submit(page)
    await page.getByRole('alert').getByText('This code is wrong').waitFor()
    await page.getByLabel('Code').fill('AAAA-AAAA')
    await submit(page)
    await page.getByRole('alert').getByText('This code is wrong').waitFor()
    expect(await page.getByLabel('Code').getAttribute('aria-invalid')).toBe('true')
  })

  it('is let in with a typed code, in whatever form it is typed', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(`${gateway.url}/pair`)
    await page.getByLabel('Code').fill(` ${(await gateway.pairingCode()).toLowerCase().replace('-', ' ')} `)
    await page.getByLabel('Name of this device').fill('Typed by hand')
    await page.keyboard.press('Enter')
    await heading(page, GREETING)
    await page.goto(`${gateway.url}/devices`)
    await page.getByRole('listitem').filter({ hasText: 'Typed by hand' }).getByText('This browser').waitFor()
    await gateway.revokeDevices()
  })
})

describe('the printed link', () => {
  let visitor

  it('pairs, with the code out of the address and the token out of reach of scripts', async () => {
    visitor = await newVisitor(browser)
    const { page, complaints, requests } = visitor
    await page.goto(gateway.pairingLink)
    await heading(page, 'Pair this browser')
    expect(page.url()).toBe(`${gateway.url}/pair`)
    expect(await page.getByLabel('Name of this device').inputValue()).toBe('Chrome on Linux')
    await submit(page)
    await heading(page, GREETING)
    expect(page.url()).toBe(`${gateway.url}/`)
    expect(await page.evaluate(() => document.cookie)).toBe('')
    expect(complaints).toEqual([])
    expect(requests.filter((url) => !url.startsWith(gateway.url))).toEqual([])
  })

  it('works once', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(gateway.pairingLink)
    await submit(page)
    await heading(page, 'This link no longer works')
    await page.goto(gateway.url)
    await heading(page, 'This browser is not paired')
  })

  it('does not let in a page of another origin in the same browser', async () => {
    // A cookie knows no port: for the browser this is the same site, and the cookie goes along.
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<h1>Somebody else</h1>')
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const page = await visitor.context.newPage()
    const said = []
    page.on('console', (message) => said.push(message.text()))
    await page.goto(`http://127.0.0.1:${server.address().port}`)
    expect(await page.evaluate(tryDoors, gateway.url)).toEqual({
      socket: 'closed',
      read: 'refused',
      write: 'refused',
    })
    // By the gateway, not by some rule of this browser.
    expect(said.join('\n')).toMatch(/WebSocket.*Unexpected response code: 403/)
    server.close()
    await visitor.page.reload()
    await heading(visitor.page, GREETING)
  })
})

describe('devices', () => {
  let here
  let phone
  const device = (name) => here.page.getByRole('listitem').filter({ hasText: name })

  beforeAll(async () => {
    here = await newVisitor(browser)
    await pair(here, `${gateway.url}/pair#${await gateway.pairingCode()}`)
  })

  it('are paired with a code another one makes, as a link and to be typed', async () => {
    const { page } = here
    await page.getByRole('link', { name: 'Devices' }).click()
    await page.getByRole('button', { name: 'Make a code' }).click()
    const link = await page.getByText(`${gateway.url}/pair#`).textContent()
    const code = await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent()
    expect(link).toBe(`${gateway.url}/pair#${code}`)
    await page.getByText(/good for (10:00|9:5\d)/).waitFor()
    phone = await newVisitor(browser, { viewport: { width: 390, height: 844 } })
    await phone.page.goto(link)
    await phone.page.getByLabel('Name of this device').fill('My phone')
    await submit(phone.page)
    await heading(phone.page, GREETING)
    await page.getByRole('button', { name: 'Done' }).click()
    await device('My phone').waitFor()
  })

  it('are listed: since when, when last seen, and which this is', async () => {
    await device('My phone').getByText('seen just now').waitFor()
    await here.page.getByRole('listitem').filter({ hasText: 'This browser' }).getByText('here now').waitFor()
    expect(await device('My phone').getByText('This browser').count()).toBe(0)
  })

  it('are revoked once that is confirmed, and their pages say so at once', async () => {
    await phone.page.getByText('Live', { exact: true }).waitFor()
    await device('My phone').getByRole('button', { name: 'Revoke My phone' }).click()
    await here.page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
    await device('My phone').getByRole('button', { name: 'Revoke My phone' }).click()
    await here.page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await heading(phone.page, 'This browser is no longer paired')
    await device('My phone').waitFor({ state: 'detached' })
  })

  it('may revoke themselves', async () => {
    const own = here.page.getByRole('listitem').filter({ hasText: 'This browser' })
    await own.getByRole('button', { name: /^Revoke/ }).click()
    await heading(here.page, 'Revoke this browser?')
    await here.page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await heading(here.page, 'This browser is no longer paired')
    await here.page.reload()
    await heading(here.page, 'This browser is not paired')
  })
})

/** Runs in the foreign page. */
async function tryDoors(url) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`)
  const opened = new Promise((resolve) => {
    socket.onopen = () => resolve('opened')
    socket.onclose = () => resolve('closed')
  })
  const outcome = (attempt) =>
    attempt.then(
      () => 'done',
      () => 'refused',
    )
  const notify = { session_id: 'x', payload: { type: 'session-start' } }
  return {
    socket: await opened,
    read: await outcome(fetch(`${url}/api/sessions`, { credentials: 'include' })),
    write: await outcome(
      fetch(`${url}/api/sessions/x/notify`, {
        method: 'POST',
        credentials: 'include',
        body: JSON.stringify(notify),
      }),
    ),
  }
}
