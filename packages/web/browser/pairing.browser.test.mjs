import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, newVisitor } from './launch-browser.mjs'
import { startGateway } from './start-gateway.mjs'

let browser
let gateway

beforeAll(async () => {
  ;[browser, gateway] = await Promise.all([launchBrowser(), startGateway()])
})
afterAll(() => Promise.all([browser?.close(), gateway?.stop()]))

const heading = (page, name) => page.getByRole('heading', { name }).waitFor()
const submit = (page) => page.getByRole('button', { name: 'Pair this browser' }).click()

describe('a browser that is not paired', () => {
  it('is told what to type', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(gateway.url)
    await heading(page, 'This browser is not paired')
    await page.getByText(`npx signalbox pair --url ${gateway.url}`).waitFor()
  })

  it('is told that a wrong code does not work, and how to get a new link', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(`${gateway.url}/pair#not-a-code`)
    await submit(page)
    await heading(page, 'This link no longer works')
    await page.getByText('npx signalbox pair').waitFor()
  })

  it('needs a link at all', async () => {
    const { page } = await newVisitor(browser)
    await page.goto(`${gateway.url}/pair`)
    await heading(page, 'A link from the terminal is needed')
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
    await heading(page, 'The line is clear')
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
    await heading(visitor.page, 'The line is clear')
  })

  it('ends the moment it is revoked', async () => {
    await visitor.page.getByText('Live', { exact: true }).waitFor()
    await gateway.revokeDevices()
    await heading(visitor.page, 'This browser is not paired')
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
