import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLoad } from '../../../test/client/load.mjs'
import { startWorld } from '../../../test/client/world.mjs'
import { launchBrowser, newVisitor } from '../../web/browser/launch-browser.mjs'
import { bundleClient } from './bundle-client.mjs'

const SESSIONS = ['one', 'two', 'three']
const ROUNDS = 6

let browser
let world
let page

beforeAll(async () => {
  ;[browser, world] = await Promise.all([launchBrowser(), startWorld()])
  for (const session of SESSIONS) await world.notify(session, { type: 'session-start' })
  page = (await newVisitor(browser)).page
  await page.goto(`${world.proxy.url}/livez`)
  await page.evaluate(`${(await bundleClient()).code};window.signalbox = signalbox`)
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

/** Runs in the page: a client that follows the sessions, and what it was told. */
async function follow({ token, sessions }) {
  const waits = new Set()
  const clock = {
    now: () => Date.now(),
    random: () => Math.random(),
    after(ms, run) {
      const wait = { ms, run, timer: setTimeout(run, ms) }
      waits.add(wait)
      return () => {
        clearTimeout(wait.timer)
        waits.delete(wait)
      }
    },
  }
  const client = await window.signalbox.connect({
    url: location.origin,
    token,
    clock,
    backOff: () => 5,
    naming: 'dot',
  })
  const told = {}
  const statuses = []
  client.on('event', ({ sessionId, seq, type }) => {
    told[sessionId] ??= []
    told[sessionId].push(`${seq} ${type}`)
  })
  client.on('status', ({ state }) => statuses.push(state))
  // As if 35 seconds had passed without a word.
  const hurry = () => {
    for (const { ms, run } of [...waits]) if (ms === 35_000) run()
  }
  Object.assign(window, { client, told, statuses, hurry })
  await client.join(sessions, { afterSeq: 0 })
}

const CUTS = {
  reset: () => world.proxy.cut('rst'),
  close: () => world.proxy.cut('fin'),
  midFrame: () => world.proxy.cutAfter(1_000, 'rst'),
  silence: async () => {
    world.proxy.stall('down')
    await page.evaluate(() => window.hurry())
  },
  halfOpen: async () => {
    world.proxy.halfOpen()
    await page.evaluate(() => window.hurry())
  },
  restart: () => world.restart(),
}

it('loses and repeats nothing in a real browser, however its connection is cut', async () => {
  await page.evaluate(follow, { token: world.token, sessions: SESSIONS })
  const load = startLoad(world, SESSIONS)
  let cuts = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const cut of Object.values(CUTS)) {
      await cut()
      cuts += 1
      // After every cut it is live once more.
      await page.waitForFunction(
        (times) => window.statuses.filter((state) => state === 'live').length >= times,
        cuts,
      )
    }
  }
  await load.stop()
  let events = 0
  for (const session of SESSIONS) {
    const id = await world.idOf(session)
    const kept = (await world.eventsOf(session)).map(({ seq, type }) => `${seq} ${type}`)
    await page.waitForFunction(([of, last]) => window.told[of]?.at(-1) === last, [id, kept.at(-1)])
    expect(await page.evaluate((of) => window.told[of], id)).toEqual(kept)
    events += kept.length
  }
  console.log(`${cuts} cuts, ${events} events in a browser: none lost, none repeated`)
})
