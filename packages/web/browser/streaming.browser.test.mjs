import { afterAll, beforeAll, expect, it } from 'vitest'
import { visit } from './visit.mjs'

let there
let gateway
let visitor
let page
let client

beforeAll(async () => {
  there = await visit({ viewport: { width: 1440, height: 900 } })
  ;({ gateway, visitor, page, client } = there)
})
afterAll(() => there?.leave())

const conversation = () => page.getByRole('region', { name: 'Conversation' })

it('stays quick and small while an answer of 10,000 pieces streams', {
  timeout: 60_000,
  retry: 2,
}, async () => {
  const DELTAS = 10_000
  const session = await client.createSession({ agentType: 'demo' })
  await client.join(session.id)
  await client.updateSessionSettings(session.id, { coalesceMs: 0 })
  await page.goto(`${gateway.url}/sessions/${session.id}`)
  await page.getByText('Nothing was said yet.').waitFor()
  const cdp = await visitor.context.newCDPSession(page)
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024
  }
  await page.evaluate(() => {
    window.longTasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(Math.round(duration))
    }).observe({ type: 'longtask' })
  })
  // A check that sees nothing proves nothing.
  await page.evaluate(() =>
    setTimeout(() => {
      for (const until = performance.now() + 80; performance.now() < until; );
    }),
  )
  await page.waitForFunction(() => window.longTasks.length > 0)
  await page.evaluate(() => {
    window.longTasks.length = 0
  })
  const before = await heap()
  let deltas = 0
  const off = client.onEvent('text_delta', ({ sessionId }) => {
    if (sessionId === session.id) deltas += 1
  })
  const done = new Promise((resolve) => {
    const heard = client.onEvent('turn_complete', ({ sessionId }) => {
      if (sessionId !== session.id) return
      heard()
      resolve()
    })
  })
  await client.runTurn(session.id, `demo:long:${DELTAS}:36`)
  await done
  off()
  await conversation()
    .getByText(/^Done in/)
    .waitFor()
  await conversation()
    .getByText(/\[10000\]/)
    .waitFor()
  const after = await heap()
  const tasks = await page.evaluate(() => window.longTasks)
  console.log(
    `${deltas} deltas; ${tasks.length} long tasks, the longest ${Math.max(0, ...tasks)} ms; heap ${before.toFixed(1)} to ${after.toFixed(1)} MB`,
  )
  expect(deltas).toBeGreaterThan(DELTAS / 2)
  expect(Math.max(0, ...tasks)).toBeLessThanOrEqual(200)
  expect(after - before).toBeLessThan(15)
  await page.locator('.conversation > .scroller').evaluate((element) => element.scrollTo(0, 0))
  await conversation()
    .getByText(/\[00001\]/)
    .waitFor()
})
