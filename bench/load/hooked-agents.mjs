import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { HookStory } from './hook-story.mjs'
import { answerQuestions, fail } from './load-process.mjs'

// Agents in people's terminals, each with a process and a transcript of its own: what their hooks post, one by one over
// connections of their own as curl does it, and a person who has the watch list open.
const settings = answerQuestions({ open, run, report })
// `bare`: to a server that knows no hooks and has no list to watch, as one event each.
/** @type {{port: number, token: string, directory: string, agents: number, bare: boolean}} */
const { port, token, directory, agents, bare } = settings

const HEADERS = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const each = new Agent({ keepAlive: false })
/** @type {{story: HookStory, process: Record<string, string>}[]} */
const hooked = []
let told = 0
let posted = 0
/** Connections a machine that is busy elsewhere did not get through; a client would spool those. */
let lost = 0

async function open() {
  for (let index = 0; index < agents; index += 1) {
    const session = randomUUID()
    const transcript = join(directory, `${session}.jsonl`)
    // It ends with this process, however that ends.
    const child = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] })
    const story = new HookStory({ session, transcript })
    const place = { 'x-signalbox-pid': String(child.pid), 'x-signalbox-host': hostname() }
    hooked.push({ story, process: place })
  }
  if (!bare) watch()
  for (const agent of hooked) await post(agent)
  return {}
}

/** One event a second of each, evenly spread. */
function run() {
  hooked.forEach((agent, index) => {
    setTimeout(() => setInterval(() => post(agent).catch(fail), 1000), (index * 1000) / agents)
  })
  return {}
}

function report() {
  return { posted, told, lost }
}

/** @param {(typeof hooked)[number]} agent */
function post({ story, process }) {
  const { body, line } = story.next()
  if (line !== undefined) appendFileSync(story.transcript, `${line}\n`)
  const id = randomUUID()
  const headers = { ...HEADERS, ...process, 'x-signalbox-event-id': id }
  const sent = bare ? `{"session_id":"${story.session}","event_id":"${id}","payload":${body}}` : body
  return new Promise((resolve, reject) => {
    const call = request(
      { port, path: '/hooks/claude', method: 'POST', headers, agent: each },
      (response) => {
        response.resume().once('end', () => {
          posted += 1
          if (response.statusCode === (bare ? 204 : 200)) resolve(undefined)
          else reject(new Error(`a hook was answered ${response.statusCode}`))
        })
      },
    )
    call.once('error', () => {
      lost += 1
      resolve(undefined)
    })
    call.end(sent)
  })
}

function watch() {
  const headers = { authorization: `Bearer ${token}` }
  const call = request({ port, path: '/api/watch/stream', headers }, (response) => {
    response.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      told += text.split('event: watch_state').length - 1
    })
    response.once('end', () => fail(new Error('the watch list ended')))
  })
  call.once('error', fail)
  call.end()
}
