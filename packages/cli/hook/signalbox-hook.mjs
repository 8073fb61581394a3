#!/usr/bin/env node
// signalbox-hook 1
//
// The hook client for machines without sh or curl: tells the Signalbox gateway what the hook of an agent was given on
// stdin, and prints the gateway's answer. Whatever happens it exits with 0, and an agent waits for it no longer than a
// quarter of a second unless a person is asked. It has to start fast: modules that are not always needed are loaded when
// they are, and what Node loads by itself anyway is preferred.
//
//   node signalbox-hook.mjs AGENT [PAYLOAD]
//   node signalbox-hook.mjs codex-notify [-- PROGRAM ARG...] JSON
import * as fs from 'node:fs'
import { hostname } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An agent waits so long for the whole of it, counted from the start of the process. */
const WHOLE_MS = 200
/** However long the start took, the gateway has so long to answer. */
const LEAST_MS = 100
/** A request of a person is worth a longer wait where the gateway has much to do. */
const PATIENCE_MS = { claude: 5_000, codex: 1_000 }
/** Without word of `ps` an event goes out without its process. */
const PS_MS = 100
const HELD_MS = 590_000
/** Claude Code shows its own dialog beside us, so a gateway that is started again is waited for. */
const BREAKS = { claude: 30 }
const MOST_FILES = 10_000
const MOST_BYTES = 64 * 1024 * 1024

/** The client for sh is one of them: without curl it calls this one. */
const SHELLS = new Set('sh ash dash bash zsh ksh mksh fish busybox -sh -bash -zsh signalbox-hook'.split(' '))
/** What takes over processes whose parent is gone. */
const SYSTEM = new Set('systemd init launchd tini dumb-init docker-init'.split(' '))

/** What a hook is called for; its exit code is 0 whatever comes of it. */
export async function hook(args, home = homeOf()) {
  const quiet = args[0] === 'codex-notify'
  const rest = args.slice(1)
  const agent = quiet ? 'codex' : (args[0] ?? '')
  if (quiet && rest[0] === '--') {
    rest.shift()
    if (rest.length > 1) await runDetached(rest)
  }
  if (!/^[a-z0-9-]+$/.test(agent)) return tell('which agent? Type for example: signalbox-hook claude')
  const payload = await payloadOf(rest.at(-1), quiet)
  if (payload.length === 0) return
  const head = { agent, 'event-id': newId(), 'occurred-at': String(Date.now()), ...(await surroundings()) }
  const spool = new Spool(join(home, 'spool'))
  const file = spool.begin(head, payload)
  const gateway = gatewayOf(home)
  const answer = gateway && (await deliver(gateway, head, payload, quiet))
  const fate = fateOf(answer)
  if (fate === 'taken') spool.forget(file)
  else tellLost(agent, spool, fate === 'refused' ? spool.setAside(file) : spool.keep(file))
  if (fate !== 'taken' || quiet) return
  say(answer.status === 202 ? await held(gateway, agent, answer.text) : answer)
}

/** The data directory: the client lies in its `bin`. */
function homeOf() {
  const told = process.env.SIGNALBOX_DATA_DIR
  return told && isAbsolute(told) ? told : join(dirname(fileURLToPath(import.meta.url)), '..')
}

/** Posts an event; once more, and with patience, where a person is asked. */
async function deliver(gateway, head, payload, quiet) {
  const { agent } = head
  const waits = !quiet && agent in PATIENCE_MS
  const call = (ms) =>
    request(gateway, `/hooks/${agent}`, ms, {
      payload,
      headers: { ...headersOf(head), ...(waits ? { 'x-signalbox-wait': 'poll' } : {}), ...unattended(agent) },
    })
  const answer = await call(Math.max(LEAST_MS, WHOLE_MS - performance.now()))
  const isAsked = waits && payload.includes('PermissionRequest')
  return answer.late && isAsked ? call(PATIENCE_MS[agent]) : answer
}

/** `claude -p` shows no dialog and waits for us: where nobody is there to answer, the gateway should not keep it waiting. */
function unattended(agent) {
  const isAlone = agent === 'claude' && process.env.CLAUDE_CODE_SESSION_ATTENDED === '0'
  return isAlone ? { 'x-signalbox-attended': '0' } : {}
}

/** Waits for what a person answers. */
async function held(gateway, agent, text) {
  const id = /^\{"held":"([\w.-]+)"\}$/.exec(text)?.[1]
  if (id === undefined) return undefined
  const end = Date.now() + HELD_MS
  for (let breaks = 0; ; breaks++) {
    const answer = await request(gateway, `/hooks/${agent}/held/${id}`, end - Date.now())
    if (answer.status === 200 && isObject(answer.text)) return answer
    const isOver = breaks >= (BREAKS[agent] ?? 0) || Date.now() + 1_000 >= end
    if (isOver || (answer.status >= 300 && answer.status < 500)) return undefined
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** What becomes of an event. Only what speaks JSON is a gateway: another program may have its port by now. */
export function fateOf(answer) {
  if (answer === undefined || !isObject(answer.text)) return 'kept'
  const { status } = answer
  if (status >= 200 && status < 300) return 'taken'
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status) ? 'refused' : 'kept'
}

function isObject(text) {
  const trimmed = text.trim()
  return trimmed.startsWith('{') && trimmed.endsWith('}')
}

/** One call. Never rejects: without an answer the status is 0, and `late` says that the time was up. */
export async function request({ origin, authorization }, path, ms, { payload, headers = {} } = {}) {
  const url = new URL(origin + path)
  const said = {
    ...headers,
    ...(authorization === undefined ? {} : { authorization }),
    ...(payload === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(payload.length) }),
    connection: 'close',
  }
  if (!Object.values(said).every(isPlain)) return NO_ANSWER
  const send = await (url.protocol === 'https:' ? overTls() : overTcp())
  return new Promise((resolve) => {
    let call
    const timer = setTimeout(
      () => {
        resolve({ ...NO_ANSWER, late: true })
        call?.destroy()
      },
      Math.max(0, ms),
    )
    const done = (answer = NO_ANSWER) => {
      clearTimeout(timer)
      resolve(answer)
      call?.destroy()
    }
    call = send(url, said, payload, done)
    call.on('error', () => done())
  })
}

const NO_ANSWER = { status: 0, text: '' }

/**
 * Node's own client for HTTP takes twice as long to load and to answer as the few lines that are needed here. Who is
 * called in the words of HTTP/1.0 sends the body in one piece.
 */
async function overTcp() {
  const { connect } = await import('node:net')
  return (url, headers, payload, done) => {
    const lines = Object.entries({ host: url.host, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 80) })
    const verb = payload === undefined ? 'GET' : 'POST'
    socket.write(`${verb} ${url.pathname}${url.search} HTTP/1.0\r\n${lines.join('')}\r\n`)
    if (payload !== undefined) socket.write(payload)
    let received = Buffer.alloc(0)
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece])
      const answer = readAnswer(received, false)
      if (answer !== undefined) done(answer)
    })
    socket.on('close', () => done(readAnswer(received, true)))
    return socket
  }
}

async function overTls() {
  const https = await import('node:https')
  return (url, headers, payload, done) => {
    const options = { method: payload === undefined ? 'GET' : 'POST', agent: false, headers }
    const call = https.request(url, options, (response) => {
      const pieces = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('error', () => done())
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      )
    })
    call.end(payload)
    return call
  }
}

/** The answer in what was received; undefined while, or when, there is not all of it. */
export function readAnswer(received, isOver) {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = received.toString('latin1', 0, end)
  const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(head)?.[1] ?? 0)
  const body = received.subarray(end + 4)
  const length = /^content-length: *(\d+) *$/im.exec(head)?.[1]
  if (length === undefined && !isOver) return undefined
  if (length !== undefined && body.length < Number(length)) return undefined
  return { status, text: body.toString('utf8', 0, length === undefined ? body.length : Number(length)) }
}

/** Where the gateway of a data directory is; undefined when none was ever started there. */
function gatewayOf(home) {
  const origin = readText(join(home, 'gateway'))?.trim().replace(/\/$/, '') ?? ''
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return undefined
  const authorization = /^authorization: *([\x20-\x7e]+)$/im.exec(
    readText(join(home, 'hook-authorization')) ?? '',
  )?.[1]
  return { origin, ...(authorization === undefined ? {} : { authorization: authorization.trim() }) }
}

/** What of an event's head goes along with the call. */
export function headersOf(head) {
  const said = Object.entries(head).filter(([name, value]) => name !== 'agent' && isPlain(value))
  return Object.fromEntries(said.map(([name, value]) => [`x-signalbox-${name}`, value]))
}

function isPlain(value) {
  return typeof value === 'string' && /^[\x20-\x7e]+$/.test(value)
}

/** An id nobody else makes, without the cost of loading a module for it. */
export function newId() {
  const random = () => Math.random().toString(36).slice(2)
  return (
    readText('/proc/sys/kernel/random/uuid')?.trim() || `${Date.now()}-${process.pid}-${random()}${random()}`
  )
}

/** What only this process knows: its agent and where that runs. */
async function surroundings() {
  const { TMUX = '', TMUX_PANE } = process.env
  const agent = await agentProcess()
  const pane = { 'tmux-pane': TMUX_PANE, 'tmux-socket': TMUX.split(',').slice(0, -2).join(',') }
  // A daemon inherits the pane of whoever started it first; only who has a terminal is in a pane.
  const said = { ...agent, host: hostname(), ...(agent.tty === undefined ? {} : pane) }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => isPlain(value)))
}

/** Our parent, or who runs the shell in between that did not make room for us. */
async function agentProcess() {
  let found = await look(process.ppid)
  for (let step = 0; step < 3 && found && SHELLS.has(found.name); step++) found = await look(found.parent)
  if (found === undefined || SYSTEM.has(found.name)) return {}
  return { pid: String(found.pid), 'pid-started': found.started, tty: found.tty }
}

async function look(pid) {
  const stat = readText(`/proc/${pid}/stat`)
  if (stat === undefined) return process.platform === 'win32' ? { pid, name: '' } : lookWithPs(pid)
  // The name may hold spaces and parentheses; only what is behind its last one can be counted.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  return { pid, name, parent: Number(fields[1]), started: fields[19], tty: terminalOf(Number(fields[4])) }
}

/** The terminal of a device number; 136 to 143 are the pseudo-terminals. */
function terminalOf(device) {
  const major = (device >> 8) & 0xfff
  const minor = (device & 0xff) | ((device >> 12) & 0xfff00)
  if (major >= 136 && major <= 143) return `/dev/pts/${minor + (major - 136) * 256}`
  return major === 4 ? `/dev/tty${minor}` : undefined
}

async function lookWithPs(pid) {
  const { execFileSync } = await import('node:child_process')
  const ps = (what) =>
    execFileSync('ps', ['-o', what, '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: PS_MS,
    }).trim()
  try {
    const [parent, tty = '', ...name] = ps('ppid=,tty=,comm=').split(/\s+/)
    return {
      pid,
      name: name.join(' ').split('/').at(-1) ?? '',
      parent: Number(parent),
      started: ps('lstart='),
      tty: /\d/.test(tty) ? `/dev/${tty}` : undefined,
    }
  } catch {
    return undefined
  }
}

/** Files of events that wait for a gateway: one each, written under another name first. */
export class Spool {
  constructor(directory) {
    this.directory = directory
  }

  /** Writes an event down; undefined where that is not possible. */
  begin(head, payload) {
    const path = join(this.directory, `.tmp-${head['event-id'].replace(/[^\w.-]/g, '_').slice(0, 100)}`)
    const lines = Object.entries({ version: '1', ...head }).map(([name, value]) => `${name}: ${value}\n`)
    try {
      if (!fs.existsSync(this.directory)) fs.mkdirSync(this.directory, { recursive: true, mode: 0o700 })
      fs.writeFileSync(path, Buffer.concat([Buffer.from(`${lines.join('')}\n`), payload]), {
        mode: 0o600,
        flag: 'wx',
      })
      return { path, at: head['occurred-at'] }
    } catch (error) {
      // Half an event takes room on a full disk, and nobody finishes it; but what was there before is another's.
      if (error.code !== 'EEXIST') remove(path)
      return undefined
    }
  }

  /** Keeps it for the gateway; otherwise says why it could not. What came first stays: it tells how things began. */
  keep(file) {
    if (file === undefined) return 'cannot be written'
    if (!this.isFull()) return this.#settle(file, this.directory)
    this.forget(file)
    return 'is full'
  }

  /** Keeps what the gateway will never take, for a person to see why. */
  setAside(file) {
    if (file === undefined) return 'cannot be written'
    return this.#settle(file, join(this.directory, 'bad'))
  }

  forget(file) {
    if (file !== undefined) fs.rmSync(file.path, { force: true })
  }

  isFull() {
    const names = fs.readdirSync(this.directory)
    if (names.filter((name) => name.endsWith('.event')).length >= MOST_FILES) return true
    let bytes = 0
    for (const name of names) {
      bytes += fs.statSync(join(this.directory, name), { throwIfNoEntry: false })?.size ?? 0
      if (bytes > MOST_BYTES) return true
    }
    return false
  }

  #settle(file, directory) {
    try {
      if (!fs.existsSync(directory)) fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
      for (let number = 1; ; number++) {
        const path = join(directory, `${file.at}-${process.pid}-${number}.event`)
        if (fs.existsSync(path)) continue
        fs.renameSync(file.path, path)
        return undefined
      }
    } catch {
      return 'cannot be written'
    }
  }
}

function remove(path) {
  try {
    fs.unlinkSync(path)
  } catch {
    // It is not there, or nothing can be done about it.
  }
}

function tellLost(agent, { directory }, why) {
  if (why !== undefined)
    tell(`an event of ${agent} is lost: the gateway does not take it and ${directory} ${why}`)
}

/** What is on stdin, or the argument where there is nothing. */
async function payloadOf(given, isArgument) {
  const argument = Buffer.from(given ?? '')
  if (isArgument || isTerminal()) return argument
  const input = await stdin()
  return input.length > 0 ? input : argument
}

function isTerminal() {
  try {
    // A stream for stdin would cost milliseconds; a terminal is a character device, and so is the null device.
    return fs.fstatSync(0).isCharacterDevice()
  } catch {
    return false
  }
}

async function stdin() {
  const pieces = []
  const piece = Buffer.allocUnsafe(64 * 1024)
  for (;;) {
    try {
      const length = fs.readSync(0, piece)
      if (length === 0) break
      pieces.push(Buffer.from(piece.subarray(0, length)))
    } catch (error) {
      // A pipe that does not block says so when it is empty for the moment.
      if (error.code === 'EAGAIN') for await (const more of process.stdin) pieces.push(more)
      break
    }
  }
  return Buffer.concat(pieces)
}

async function runDetached([program, ...args]) {
  const { spawn } = await import('node:child_process')
  spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true })
    .on('error', () => {})
    .unref()
}

function readText(path) {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Nothing is printed for no opinion: some agents show a person whatever a hook prints. */
function say(answer) {
  if (answer !== undefined && answer.text !== '{}') write(1, `${answer.text}\n`)
}

function tell(text) {
  write(2, `signalbox-hook: ${text}\n`)
}

function write(fd, text) {
  try {
    fs.writeSync(fd, text)
  } catch {
    // Nobody is there to read it.
  }
}

/** As the agent runs it. */
if (process.argv[1]?.endsWith('signalbox-hook.mjs')) {
  process.on('uncaughtException', () => process.exit(0))
  await hook(process.argv.slice(2)).catch(() => {})
  process.exit(0)
}
