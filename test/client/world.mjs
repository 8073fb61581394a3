import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@signalbox/client'
import { resolveConfig, startGateway } from '@signalbox/server'
import { CuttingProxy } from '../../packages/client/dist/test/cutting-proxy.js'

/**
 * A real gateway, and as many bad networks to it as asked for.
 * @param {{ networks?: number }} options
 */
export async function startWorld({ networks = 1 } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-client-'))
  const proxies = await Promise.all(Array.from({ length: networks }, () => CuttingProxy.listen()))
  const allowedHosts = proxies.map(({ port }) => `127.0.0.1:${port}`)
  const config = resolveConfig({
    flags: { port: '0', dataDir },
    env: {},
    homeDir: dataDir,
    readFile: () => JSON.stringify({ allowedHosts }),
  })
  let gateway
  const start = async () => {
    gateway = await startGateway(config)
    for (const proxy of proxies) proxy.retarget(Number(new URL(gateway.url).port))
  }
  await start()
  const token = readFileSync(join(dataDir, 'token'), 'utf8').trim()
  const call = async (path, init = {}) => {
    const response = await fetch(`${gateway.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.status === 204 ? undefined : response.json()
  }
  return {
    dataDir,
    proxies,
    proxy: proxies[0],
    token,
    get url() {
      return gateway.url
    },
    /** Posts one event through the door agents use; the same `eventId` twice is one event. */
    notify: (session, payload, eventId) =>
      call(`/api/sessions/${encodeURIComponent(session)}/notify`, {
        method: 'POST',
        body: JSON.stringify({ session_id: session, payload, ...(eventId ? { event_id: eventId } : {}) }),
      }),
    /** The uuid of a session, by its name. */
    idOf: async (session) => (await call(`/api/sessions/${encodeURIComponent(session)}`)).id,
    /** Everything the log keeps of a session. */
    async eventsOf(session) {
      const events = []
      for (let after = 0; after !== null; ) {
        const page = await call(
          `/api/sessions/${encodeURIComponent(session)}/events?after=${after}&limit=1000`,
        )
        events.push(...page.events)
        after = page.next
      }
      return events
    },
    /** Stops the gateway; `meanwhile` has the data directory to itself; starts it again on another port. */
    async restart(meanwhile = () => {}) {
      await gateway.close('restart')
      await meanwhile(dataDir)
      await start()
    },
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()))
      await gateway.close('test')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** What a client takes for a dead connection lasts longer than any test waits. */
const LONG_MS = 10_000

/** Real time, but `hurry` lets the long waits (the 35 s of silence among them) be over at once. */
export function hurriedClock() {
  const long = new Set()
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      if (ms < LONG_MS) return () => clearTimeout(timer)
      const wait = { timer, run }
      long.add(wait)
      return () => {
        clearTimeout(timer)
        long.delete(wait)
      }
    },
    hurry() {
      for (const wait of [...long]) {
        if (!long.delete(wait)) continue
        clearTimeout(wait.timer)
        wait.run()
      }
    },
  }
}

/** A client behind a bad network that comes back fast. */
export function openClient(world, { proxy = world.proxy, ...options } = {}) {
  const clock = hurriedClock()
  const backOff = (attempt) => Math.min(2 ** attempt, 16)
  const client = new Client({ url: proxy.url, token: world.token, clock, backOff, ...options })
  return { client, clock, proxy }
}

/** Resolves with the first thing of a kind that is wanted. */
export function next(client, kind, wanted = () => true) {
  return new Promise((resolve) => {
    const stop = client.on(kind, (value) => {
      if (!wanted(value)) return
      stop()
      resolve(value)
    })
  })
}

/** Resolves when the client is live. */
export async function live(client) {
  if (client.status.state !== 'live') await next(client, 'status', ({ state }) => state === 'live')
}
