// Tells the Signalbox gateway what happens in opencode, and passes on what a person answers there. It needs nothing but
// what opencode brings, never throws into it and never makes it wait.
import { execFile } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { isAbsolute, join } from 'node:path'

const DATA_DIR = ''

/** opencode does not wait meanwhile. */
const CALL_MS = 2000
/** After a call that failed the next ones go to the spool at once for so long. */
const PAUSE_MS = 2000
const RETRIES = 30
const RETRY_MS = 1000
/** What the spool may hold; the newest is not kept when it is full. */
const MOST_FILES = 10_000
const MOST_BYTES = 64 * 1024 * 1024
/** Longer texts of a body that is larger than the gateway takes are cut. */
const LARGE_BODY = 4 * 1024 * 1024
const LONGEST_TEXT = 64 * 1024

/** The events worth telling, and when. All others would say nothing. */
const TOLD = {
  'session.created': () => true,
  'session.updated': (properties, memory) => memory.isNewTitle(properties.info),
  'message.part.updated': ({ part }) =>
    (part?.type === 'text' && part.time?.end !== undefined && !part.synthetic) ||
    (part?.type === 'tool' && part.state?.status === 'error'),
  'permission.asked': () => true,
  'permission.replied': () => true,
  'question.asked': () => true,
  'question.replied': () => true,
  'question.rejected': () => true,
  'todo.updated': () => true,
  'session.compacted': () => true,
  'session.error': () => true,
  'session.idle': () => true,
  'session.deleted': () => true,
}
const ASKED = { 'permission.asked': 'permission', 'question.asked': 'question' }
const ANSWERED = ['permission.replied', 'question.replied', 'question.rejected']

/** What is remembered of the sessions: whose child each is, its turn, its title. */
class Memory {
  #parents = new Map()
  #turns = new Map()
  #titles = new Map()

  rootOf(session) {
    let root = session
    for (let step = 0; step < 32 && this.#parents.has(root); step += 1) root = this.#parents.get(root)
    return root
  }

  learn(info) {
    if (info?.id && info.parentID) this.#parents.set(info.id, info.parentID)
  }

  isNewTitle(info) {
    if (!info?.title || this.#titles.get(info.id) === info.title) return false
    this.#titles.set(info.id, info.title)
    return true
  }

  /** A message opens a turn where none is; in the middle of one it belongs to it. */
  opened(session, message) {
    if (session !== this.rootOf(session) || this.#turns.get(session)?.open) return
    this.#turns.set(session, { id: message, open: true })
  }

  /** The id stays the one of everything that comes before the next message. */
  ended(session) {
    const turn = this.#turns.get(session)
    if (turn) turn.open = false
  }

  turnOf(root) {
    return this.#turns.get(root)?.id
  }

  /** The sessions that had a turn. */
  roots() {
    return [...this.#turns.keys()]
  }

  clear() {
    this.#turns.clear()
  }
}

const dataDir = () => {
  const told = process.env.SIGNALBOX_DATA_DIR
  return told && isAbsolute(told) ? told : DATA_DIR
}

const textOf = (path) => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

/** What only this process knows. */
const facts = { pid: String(process.pid), host: hostname() }

function learnFacts() {
  const { TMUX, TMUX_PANE } = process.env
  if (TMUX_PANE) facts['tmux-pane'] = TMUX_PANE
  if (TMUX) facts['tmux-socket'] = TMUX.replace(/,[^,]*,[^,]*$/, '')
  try {
    const terminal = readlinkSync('/proc/self/fd/0')
    if (/^\/dev\/(pts\/|tty)/.test(terminal)) facts.tty = terminal
  } catch {
    // Not on Linux.
  }
  const stat = textOf('/proc/self/stat')
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  if (started) facts['pid-started'] = started
  else
    execFile('ps', ['-o', 'lstart=', '-p', facts.pid], { timeout: 2000 }, (_error, stdout) => {
      if (stdout?.trim()) facts['pid-started'] = stdout.trim()
    })
}

function headersOf(letter, more = {}) {
  const authorization = textOf(join(dataDir(), 'hook-authorization')).replace(/^authorization:\s*/i, '')
  const named = { ...facts, 'event-id': letter.id, 'occurred-at': String(letter.at), ...more }
  const headers = { 'content-type': 'application/json' }
  if (authorization) headers.authorization = authorization
  for (const [name, value] of Object.entries(named))
    if (/^[\x20-\x7e]+$/.test(value)) headers[`x-signalbox-${name}`] = value
  return headers
}

const gatewayUrl = () => {
  if (!dataDir()) return undefined
  const url = textOf(join(dataDir(), 'gateway')).replace(/\/$/, '')
  return /^https?:\/\//.test(url) ? url : undefined
}

/** Keeps an event for the time when there is a gateway again. */
function spool(letter) {
  if (!dataDir()) return
  try {
    const directory = join(dataDir(), 'spool')
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const names = readdirSync(directory)
    if (names.length >= MOST_FILES) return
    if (names.length > 1000) {
      const bytes = names.reduce((sum, name) => {
        return sum + (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0)
      }, 0)
      if (bytes > MOST_BYTES) return
    }
    const told = {
      version: '1',
      agent: 'opencode',
      'event-id': letter.id,
      'occurred-at': String(letter.at),
      ...facts,
    }
    const head = Object.entries(told)
      .filter(([, value]) => /^[\x20-\x7e]+$/.test(value))
      .map(([name, value]) => `${name}: ${value}\n`)
    const aside = join(directory, `.tmp-${process.pid}-${letter.number}-${letter.at}`)
    writeFileSync(aside, `${head.join('')}\n${letter.body}`, { mode: 0o600 })
    renameSync(
      aside,
      join(directory, `${String(letter.at).padStart(13, '0')}-${process.pid}-${letter.number}.event`),
    )
  } catch {
    // Neither a gateway nor a place to write: opencode goes on all the same.
  }
}

function bodyOf(body) {
  const text = JSON.stringify(body)
  if (text.length < LARGE_BODY) return text
  return JSON.stringify(body, (_key, value) =>
    typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value,
  )
}

/** Sends letters one after the other; what does not get through is spooled. */
class Post {
  #waiting = []
  #sending
  #number = 0
  #pausedUntil = 0
  #onHeld

  constructor(onHeld) {
    this.#onHeld = onHeld
  }

  send(id, body, asked) {
    this.#number += 1
    this.#waiting.push({ id, body: bodyOf(body), asked, at: Date.now(), number: this.#number })
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
  }

  /** Nobody will send these any more. */
  spoolAll() {
    for (const letter of this.#waiting.splice(0)) spool(letter)
  }

  async #sendAll() {
    while (this.#waiting.length > 0) {
      const [letter] = this.#waiting
      const isSent = Date.now() >= this.#pausedUntil && (await this.#call(letter))
      // It may have been spooled meanwhile, when the process ends.
      if (this.#waiting[0] !== letter) return
      this.#waiting.shift()
      if (!isSent) spool(letter)
    }
  }

  async #call(letter) {
    try {
      const url = gatewayUrl()
      if (!url) return false
      const response = await fetch(`${url}/hooks/opencode`, {
        method: 'POST',
        headers: headersOf(letter, letter.asked ? { wait: 'poll' } : {}),
        body: letter.body,
        signal: AbortSignal.timeout(CALL_MS),
      })
      const answer = await response.json()
      if (response.status === 202 && answer.held && letter.asked) this.#onHeld(letter.asked, answer.held)
      return response.ok
    } catch {
      this.#pausedUntil = Date.now() + PAUSE_MS
      return false
    }
  }
}

/** The answer to a held request; undefined when there is none any more. */
async function answerTo(held, signal) {
  for (let failures = 0; failures < RETRIES && !signal.aborted; failures += 1) {
    try {
      const asking = Date.now()
      const response = await fetch(`${gatewayUrl()}/hooks/opencode/held/${held}`, {
        headers: headersOf({ id: held, at: asking }),
        signal,
        timeout: false,
      })
      if (response.ok) return await response.json()
      if (response.status === 404) return undefined
      if (Date.now() - asking > 10_000) failures = 0
    } catch {
      // The gateway is being restarted, perhaps.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref?.())
  }
  return undefined
}

export const SignalboxPlugin = async ({ client, serverUrl, directory }) => {
  const memory = new Memory()
  const open = new Map()
  learnFacts()

  /** opencode takes answers inside the process where it can, else at its own address. */
  const reply = async (path, body) => {
    const own = client?._client ?? client?.client
    if (own?.post) {
      const { error } = await own.post({ url: path, body, headers: { 'content-type': 'application/json' } })
      if (!error) return
    }
    await fetch(new URL(path, serverUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5000),
    })
  }
  const post = new Post(async ({ kind, id }, held) => {
    const taken = new AbortController()
    open.get(id)?.abort()
    open.set(id, taken)
    try {
      const answer = await answerTo(held, taken.signal)
      if (taken.signal.aborted || !answer) return
      if (kind === 'permission' && answer.reply) {
        const { reply: word, message } = answer
        await reply(`/permission/${id}/reply`, message ? { reply: word, message } : { reply: word })
      } else if (kind === 'question' && answer.answers)
        await reply(`/question/${id}/reply`, { answers: answer.answers })
      else if (kind === 'question' && answer.reject) await reply(`/question/${id}/reject`, {})
    } catch {
      // It is asked in the terminal as well.
    } finally {
      if (open.get(id) === taken) open.delete(id)
    }
  })

  const tell = (session, event, id, asked) => {
    if (!session) return
    const root = memory.rootOf(session)
    const turn = memory.turnOf(root)
    post.send(
      id,
      {
        session_id: root,
        ...(root === session ? {} : { agent_id: session }),
        ...(turn === undefined ? {} : { turn_id: turn }),
        directory,
        event,
      },
      asked,
    )
  }
  /** The end of every session that had a turn here; nothing else tells it. */
  const tellEnd = (event) => {
    for (const root of memory.roots()) tell(root, event, `${event.id ?? process.pid}.${root}`)
    memory.clear()
  }
  process.on('exit', () => {
    tellEnd({ type: 'server.instance.disposed', properties: { directory } })
    post.spoolAll()
  })
  const safely =
    (work) =>
    async (...given) => {
      try {
        work(...given)
      } catch {
        // Nothing here may disturb opencode.
      }
    }
  const onCall = (type, end) =>
    safely((input, output) => {
      tell(input.sessionID, { type, properties: { input, output } }, `${input.callID}.${end}`)
    })

  return {
    event: safely(({ event }) => {
      const { type, id, properties = {} } = event
      if (type === 'session.created' || type === 'session.updated') memory.learn(properties.info)
      if (type === 'server.instance.disposed') return tellEnd(event)
      if (!Object.hasOwn(TOLD, type) || !TOLD[type](properties, memory)) return
      if (ANSWERED.includes(type)) open.get(properties.requestID)?.abort()
      const session =
        properties.sessionID ??
        properties.info?.sessionID ??
        properties.part?.sessionID ??
        properties.info?.id
      const kind = ASKED[type]
      tell(session, event, id, kind && { kind, id: properties.id })
      if (type === 'session.idle') memory.ended(session)
    }),
    'chat.message': safely((input, output) => {
      const session = input.sessionID ?? output.message?.sessionID
      memory.opened(session, output.message?.id)
      tell(session, { type: 'chat.message', properties: { input, output } }, output.message?.id)
    }),
    'tool.execute.before': onCall('tool.execute.before', 'before'),
    'tool.execute.after': onCall('tool.execute.after', 'after'),
  }
}
