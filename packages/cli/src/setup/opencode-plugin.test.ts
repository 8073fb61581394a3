import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

interface Told {
  session_id: string
  agent_id?: string
  turn_id?: string
  directory: string
  event: { id?: string; type: string; properties: Record<string, unknown> }
}
type Handler = (input: unknown, output?: unknown) => Promise<void>
type Plugin = (context: object) => Promise<Record<string, Handler>>

const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-plugin-'))
const answers = new Map<string, (answer: object) => void>()
let calls: { told: Told; headers: IncomingHttpHeaders }[] = []
let heard = () => {}
let server: Server
let plugin: Plugin

/** A gateway that holds what is asked until the test answers. */
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => {
      const held = /\/held\/(.*)$/.exec(request.url ?? '')?.[1]
      if (held !== undefined) {
        answers.set(held, (answer) => response.end(JSON.stringify(answer)))
        return heard()
      }
      const told = JSON.parse(body) as Told
      calls.push({ told, headers: request.headers })
      if (request.headers['x-signalbox-wait'] === 'poll') response.writeHead(202)
      response.end(
        request.headers['x-signalbox-wait'] === 'poll' ? `{"held":"h-${told.event.properties.id}"}` : '{}',
      )
      heard()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  writeFileSync(join(dataDir, 'hook-authorization'), 'Authorization: Bearer hook-token\n')
  process.env.SIGNALBOX_DATA_DIR = dataDir
  const path = new URL('../../hook/opencode-plugin.js', import.meta.url).href
  plugin = ((await import(path)) as { SignalboxPlugin: Plugin }).SignalboxPlugin
})

beforeEach(() => {
  calls = []
  answers.clear()
  writeFileSync(join(dataDir, 'gateway'), `http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})

afterAll(async () => {
  delete process.env.SIGNALBOX_DATA_DIR
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(dataDir, { recursive: true, force: true })
})

/** Resolves as soon as it holds. */
function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    heard = () => {
      if (holds()) resolve()
    }
    heard()
  })
}

let ids = 0
function event(type: string, properties: Record<string, unknown>) {
  ids += 1
  return { event: { id: `evt_${ids}`, type, properties } }
}

async function started() {
  const replies: { url: string; body: unknown }[] = []
  const client = {
    _client: {
      post: async ({ url, body }: { url: string; body: unknown }) => {
        replies.push({ url, body })
        heard()
        return {}
      },
    },
  }
  const hooks = await plugin({ client, directory: '/home/dev/p', serverUrl: new URL('http://127.0.0.1:1') })
  const message = (session: string, id: string) =>
    hooks['chat.message']?.({ sessionID: session }, { message: { id, role: 'user' }, parts: [] })
  return {
    hooks,
    replies,
    message,
    say: (type: string, properties: Record<string, unknown>) => hooks.event?.(event(type, properties)),
  }
}

const types = () => calls.map(({ told }) => told.event.type)

describe('the plugin of opencode', () => {
  it('tells what happens in order, under its turn, with what only the process knows', async () => {
    const { hooks, message, say } = await started()
    await say('session.created', { sessionID: 'ses_1', info: { id: 'ses_1', title: 'a' } })
    await message('ses_1', 'msg_1')
    await message('ses_1', 'msg_2')
    await hooks['tool.execute.before']?.({ tool: 'bash', sessionID: 'ses_1', callID: 'c1' }, { args: {} })
    await hooks['tool.execute.after']?.({ tool: 'bash', sessionID: 'ses_1', callID: 'c1' }, { output: 'x' })
    await say('session.idle', { sessionID: 'ses_1' })
    await say('session.idle', { sessionID: 'ses_1' })
    await message('ses_1', 'msg_3')
    await until(() => calls.length === 8)
    expect(
      calls.map(({ told, headers }) => [told.event.type, told.turn_id, headers['x-signalbox-event-id']]),
    ).toEqual([
      ['session.created', undefined, expect.stringMatching(/^evt_/)],
      ['chat.message', 'msg_1', 'msg_1'],
      ['chat.message', 'msg_1', 'msg_2'],
      ['tool.execute.before', 'msg_1', 'c1.before'],
      ['tool.execute.after', 'msg_1', 'c1.after'],
      ['session.idle', 'msg_1', expect.stringMatching(/^evt_/)],
      ['session.idle', 'msg_1', expect.stringMatching(/^evt_/)],
      ['chat.message', 'msg_3', 'msg_3'],
    ])
    const [first] = calls
    expect(first?.told).toMatchObject({ session_id: 'ses_1', directory: '/home/dev/p' })
    expect(first?.headers).toMatchObject({
      authorization: 'Bearer hook-token',
      'x-signalbox-pid': String(process.pid),
      'x-signalbox-host': expect.any(String),
      'x-signalbox-occurred-at': expect.stringMatching(/^\d{13}$/),
    })
  })

  it('knows subtasks for children of their session', async () => {
    const { message, say } = await started()
    await message('ses_root', 'msg_r')
    await say('session.created', { sessionID: 'ses_child', info: { id: 'ses_child', parentID: 'ses_root' } })
    await say('session.created', { sessionID: 'ses_grand', info: { id: 'ses_grand', parentID: 'ses_child' } })
    await message('ses_grand', 'msg_g')
    await say('session.idle', { sessionID: 'ses_grand' })
    await until(() => calls.length === 5)
    expect(calls.at(-1)?.told).toMatchObject({
      session_id: 'ses_root',
      agent_id: 'ses_grand',
      turn_id: 'msg_r',
    })
    await message('ses_root', 'msg_s')
    await until(() => calls.length === 6)
    expect(calls.at(-1)?.told.turn_id).toBe('msg_r')
  })

  it('leaves out what says nothing', async () => {
    const { say } = await started()
    await say('message.part.delta', { sessionID: 's', delta: 'x' })
    await say('plugin.added', { id: 'x' })
    await say('session.updated', { sessionID: 's', info: { id: 's', title: 'one' } })
    await say('session.updated', { sessionID: 's', info: { id: 's', title: 'one' } })
    await say('message.updated', { sessionID: 's', info: { id: 'm1', time: { completed: 1 } } })
    await say('message.part.updated', { part: { type: 'text', sessionID: 's', time: { start: 1 } } })
    await say('message.part.updated', {
      part: { type: 'text', sessionID: 's', synthetic: true, time: { end: 1 } },
    })
    await say('message.part.updated', { part: { type: 'tool', sessionID: 's', state: { status: 'error' } } })
    await say('session.idle', { sessionID: 's' })
    await until(() => types().includes('session.idle'))
    expect(types()).toEqual(['session.updated', 'message.part.updated', 'session.idle'])
  })

  it.each([
    ['permission.asked', { reply: 'always' }, { url: '/permission/ID/reply', body: { reply: 'always' } }],
    [
      'permission.asked',
      { reply: 'reject', message: 'no' },
      { url: '/permission/ID/reply', body: { reply: 'reject', message: 'no' } },
    ],
    ['question.asked', { answers: [['Left']] }, { url: '/question/ID/reply', body: { answers: [['Left']] } }],
    ['question.asked', { reject: true }, { url: '/question/ID/reject', body: {} }],
  ])('passes on what a person answers to %s: %j', async (type, answer, reply) => {
    const { say, replies } = await started()
    const id = `req_${++ids}`
    await say(type, { id, sessionID: 's' })
    await until(() => answers.has(`h-${id}`))
    answers.get(`h-${id}`)?.(answer)
    await until(() => replies.length === 1)
    expect(replies).toEqual([{ ...reply, url: reply.url.replace('ID', id) }])
  })

  it('lets go of a request that was answered in the terminal', async () => {
    const { say, replies } = await started()
    await say('permission.asked', { id: 'per_t', sessionID: 's' })
    await until(() => answers.has('h-per_t'))
    await say('permission.replied', { requestID: 'per_t', sessionID: 's', reply: 'once' })
    await until(() => types().includes('permission.replied'))
    answers.get('h-per_t')?.({ reply: 'once' })
    await say('session.idle', { sessionID: 's' })
    await until(() => types().includes('session.idle'))
    expect(replies).toEqual([])
  })

  it('keeps events for later when nobody is there, and the end of every session', async () => {
    const { message, say } = await started()
    await message('ses_1', 'msg_1')
    await until(() => calls.length === 1)
    await say('server.instance.disposed', { directory: '/home/dev/p' })
    await until(() => calls.length === 2)
    expect(calls[1]?.told).toMatchObject({ session_id: 'ses_1', turn_id: 'msg_1' })
    writeFileSync(join(dataDir, 'gateway'), '')
    const spool = join(dataDir, 'spool')
    await message('ses_1', 'msg_9')
    await message('ses_1', 'msg_10')
    // Without a gateway nothing is waited for: two turns of the event loop are enough.
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    const names = readdirSync(spool).sort()
    expect(names).toHaveLength(2)
    expect(names[0]).toMatch(new RegExp(`^\\d{13}-${process.pid}-\\d+\\.event$`))
    const [head = '', body = ''] = readFileSync(join(spool, names[0] ?? ''), 'utf8').split(/\n\n/)
    expect(head.split('\n')).toEqual(
      expect.arrayContaining(['version: 1', 'agent: opencode', 'event-id: msg_9', `pid: ${process.pid}`]),
    )
    expect(JSON.parse(body)).toMatchObject({ session_id: 'ses_1', turn_id: 'msg_9' })
    rmSync(spool, { recursive: true })
  })

  it('never throws, whatever it is given', async () => {
    const { hooks } = await started()
    mkdirSync(join(dataDir, 'spool'), { recursive: true })
    for (const given of [
      {},
      { event: {} },
      { event: { type: 'session.updated' } },
      { event: { type: 'toString' } },
    ])
      await hooks.event?.(given)
    await hooks['chat.message']?.({}, {})
    await hooks['tool.execute.before']?.({}, undefined)
    await expect(hooks.event?.(undefined)).resolves.toBeUndefined()
  })
})
