import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readToken, startProcess, upCommand } from '../../scripts/gateway/process.mjs'
import { startProxy } from './cutting-proxy.mjs'
import { follow } from './follower.mjs'

const NAMES = ['Codex 1', 'Codex 2']
const CUTS = 60
const SILENT_EVERY = 10
const KILL_AT = 30
const SILENCE_MS = 300
const MOST_BYTES = 30_000

const dataDir = mkdtempSync(join(tmpdir(), 'stranger-'))
const seen = Object.fromEntries(NAMES.map((name) => [name, []]))
const gaps = []
const closes = []
const ends = { cut: 0, silent: 0 }
const waiting = new Set()
let fatal
let proxy
let gateway
let address
let starts = 0
let follower

beforeAll(async () => {
  proxy = await startProxy(nextFate, (end) => {
    ends[end]++
    changed()
  })
  // The client says the address of the proxy in its Host header.
  writeFileSync(join(dataDir, 'config.json'), JSON.stringify({ allowedHosts: [`127.0.0.1:${proxy.port}`] }))
  await start()
}, 15_000)

afterAll(async () => {
  follower?.stop()
  await gateway?.stop()
  await proxy?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('every event of two sessions once and in order, over cuts, silence, a crash and a restart', async () => {
  await post(NAMES[0], 0) // one session is there already, the other is made while it is followed
  follower = follow({
    url: `http://127.0.0.1:${proxy.port}`,
    token: readToken(dataDir),
    sessions: NAMES,
    silenceMs: SILENCE_MS,
    retryMs: 5,
    onEvent(name, event) {
      seen[name].push(event)
      changed()
    },
    onGap: (name, gap) => gaps.push({ name, ...gap }),
    onConnection({ state, code }) {
      if (state === 'closed') closes.push(code)
      changed()
    },
    onFatal(error) {
      fatal = error
      changed()
    },
  })

  const writers = NAMES.map((name, index) => write(name, 1 - index))
  await until(() => allEnds() >= KILL_AT)
  gateway.signal('SIGKILL')
  await gateway.ended
  await start()
  const counts = await Promise.all(writers)
  expect(ends.cut).toBeGreaterThanOrEqual(50)
  expect(ends.silent).toBeGreaterThanOrEqual(3)
  await caughtUp()

  await gateway.stop()
  await until(() => closes.includes(1012))
  await start()
  for (const name of NAMES) await post(name, counts[NAMES.indexOf(name)]++)
  await caughtUp()

  for (const [index, name] of NAMES.entries()) {
    const kept = await read(name)
    expect(seen[name]).toEqual(kept)
    expect(seen[name].every(({ seq }, at) => at === 0 || seq > seen[name][at - 1].seq)).toBe(true)
    const posted = seen[name].filter(({ notify }) => notify).map(({ notify }) => notify.payload.n)
    expect(posted).toEqual(Array.from({ length: counts[index] }, (_, n) => n))
  }
  expect(gaps).toEqual([])
  expect(fatal).toBeUndefined()
}, 20_000)

test('a session that is made later is joined when it is announced, without any cut', async () => {
  const heard = []
  let open = false
  const late = follow({
    url: address,
    token: readToken(dataDir),
    sessions: ['Codex 3'],
    onEvent(_, event) {
      heard.push(event)
      changed()
    },
    onConnection({ state }) {
      open = state === 'open'
      changed()
    },
  })
  try {
    await until(() => open)
    await post('Codex 3', 2)
    await until(() => heard.some(({ notify }) => notify))
    expect(heard).toEqual(await read('Codex 3'))
  } finally {
    late.stop()
  }
})

test('a wrong token is told and not tried again', async () => {
  const error = await new Promise((resolve) => {
    follow({ url: address, token: 'wrong', sessions: ['Codex 1'], onEvent() {}, onFatal: resolve })
  })
  expect(error.code).toBe('AUTH_FAILED')
})

/** How long the next connection lives: anything from its first byte to long after its replay. */
function nextFate() {
  const made = allEnds() + 1
  if (made > CUTS) return { bytes: Number.POSITIVE_INFINITY, end: 'cut' }
  return {
    bytes: Math.ceil(Math.random() ** 2 * MOST_BYTES),
    end: made % SILENT_EVERY === 0 ? 'silent' : 'cut',
  }
}

function allEnds() {
  return ends.cut + ends.silent
}

async function start() {
  gateway = startProcess(upCommand({ port: 0, dataDir }))
  const port = await gateway.listening
  proxy.aim(port)
  address = `http://127.0.0.1:${port}`
  starts++
  changed()
}

/** Posts from `n` on until all cuts are made; the number of the next one. */
async function write(name, n) {
  for (; allEnds() < CUTS; n++) await post(name, n)
  return n
}

/** One event, repeated over a crash: the event_id makes it one. Some are heard by everybody, joined or not. */
async function post(name, n) {
  const type = ['approval-requested', 'approval-response'][n % 8] ?? 'tick'
  const payload = {
    type,
    n,
    'thread-id': name,
    'turn-id': String(n >> 3),
    'approval-type': 'exec',
    description: 'ls',
    approved: true,
  }
  const body = JSON.stringify({ session_id: name, payload, event_id: `${name}:${n}` })
  for (;;) {
    const before = starts
    try {
      const answer = await request(`${name}/notify`, { method: 'POST', body })
      expect(answer.status).toBe(204)
      return
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // fetch says TypeError when nobody answers
      await until(() => starts > before)
    }
  }
}

async function request(path, init = {}) {
  const headers = { authorization: `Bearer ${readToken(dataDir)}`, 'content-type': 'application/json' }
  return fetch(`${address}/api/sessions/${path.replace(' ', '%20')}`, { ...init, headers })
}

/** All events of a session, page by page. */
async function read(name) {
  const all = []
  for (let after = 0; after !== null; ) {
    const { events, next } = await (await request(`${name}/events?after=${after}&limit=1000`)).json()
    all.push(...events)
    after = next
  }
  return all
}

/** Nobody posts any more: until the last event kept of each session was heard. */
async function caughtUp() {
  for (const name of NAMES) {
    const last = (await read(name)).at(-1).seq
    await until(() => seen[name].at(-1)?.seq >= last)
  }
}

function until(condition) {
  return new Promise((resolve, reject) => {
    function check() {
      if (fatal) reject(fatal)
      else if (condition()) resolve()
      else return
      waiting.delete(check)
    }
    waiting.add(check)
    check()
  })
}

function changed() {
  for (const check of waiting) check()
}
