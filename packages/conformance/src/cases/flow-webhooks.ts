import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ConformanceCase, Need } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { type Received, Receiver } from '../engine/receiver.js'
import { triggerPath } from '../engine/remove-triggers.js'
import { dryRun, of, over, putTrigger, saved, settled, toast, webhook } from './flow.js'

const webhooks: readonly Need[] = ['webhooks']
/** Of them nobody was opened by name: this machine, its network, the cloud's own, in each way to write it. */
const PRIVATE = [
  ...[
    'http://localhost:9/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://[::1]:9/',
  ],
  ...['http://169.254.169.254/latest/meta-data', 'http://0.0.0.0:9/'],
  ...['http://[::ffff:127.0.0.1]:9/', 'http://[fd00::1]/', 'http://100.64.0.1/', 'http://[fe80::1]/'],
]

/** Addresses that some read as names. */
const MISSPELLED = ['http://2130706433:9/', 'http://0x7f.1:9/', 'http://0177.0.0.1:9/', 'http://127.1:9/']

/** What Standard Webhooks would sign a call with. */
function signature({ headers, body }: Received, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

async function secretOf(context: Context, id: string, rotate = false): Promise<string> {
  const path = `${triggerPath(id)}/secret${rotate ? '/rotate' : ''}`
  const { status, json } = await context.http(rotate ? { method: 'POST', path } : { path })
  const { secret } = (json ?? {}) as { secret?: unknown }
  expectMatch(
    'the secret',
    { status, secret },
    { status: 200, secret: is.like(/^whsec_[A-Za-z0-9+/]{32,}=*$/) },
  )
  return String(secret)
}

/** A delivery of a webhook that is answered so, once nothing is to be tried any more. */
async function answered(context: Context, answer: (response: ServerResponse) => void) {
  const name = context.name()
  const receiver = await Receiver.open(context, (_call, _count, response) => answer(response))
  const id = await saved(context, of(name, webhook(receiver.url)))
  await context.notify(name, { type: 'x' })
  const [row] = await settled(context, id, over(1))
  return { row, calls: receiver.calls }
}

/** A webhook whose first attempt is answered so, and whose second is taken. */
async function again(context: Context, status: number): Promise<void> {
  const name = context.name()
  const receiver = await Receiver.open(context, (_call, count, response) => {
    response.writeHead(count === 1 ? status : 200).end(`answer ${count}`)
  })
  const id = await saved(context, of(name, webhook(receiver.url)))
  await context.notify(name, { type: 'x' })
  const first = await receiver.call()
  const [waiting] = await settled(context, id, ([row]) => row?.status === 'pending' && row.attempts === 1)
  expectMatch(`after ${status}`, waiting, {
    error: is.like(new RegExp(`${status}`)),
    next_attempt_at: is.text,
    response: { status },
  })
  const second = await receiver.call({}, 1)
  expectMatch('the second', second, {
    body: first.body,
    headers: {
      'idempotency-key': first.headers['idempotency-key'],
      'webhook-id': first.headers['webhook-id'],
    },
  })
  const [row] = await settled(context, id, over(1))
  expectMatch('the delivery', row, {
    status: 'done',
    attempts: 2,
    error: is.absent,
    response: { status: 200, body: 'answer 2' },
  })
}

/** Webhooks, before a receiver on 127.0.0.1. */
export const flowWebhooks: readonly ConformanceCase[] = [
  {
    id: 'flow-webhook',
    verifies: ['FLOW-511', 'FLOW-512', 'FLOW-517'],
    title: 'the event with its fields, signed, with a key; and a body of its own with headers',
    needs: webhooks,
    beside: true,
    async run(context) {
      const name = context.name()
      const receiver = await Receiver.open(context, (_call, _count, response) => {
        response.writeHead(202, { 'content-type': 'text/plain', 'x-request-id': 'r1' }).end('taken')
      })
      const own = {
        body_template: '{"text":"{{summary}}"}',
        headers_json: '{"X-Team":"shop","Authorization":"Bearer t"}',
      }
      const id = await saved(
        context,
        of(name, webhook(`${receiver.url}/a?b=c`), webhook(`${receiver.url}/own`, own)),
      )
      const payload = { type: 'x', summary: 'A "plan"', 'turn-id': '7' }
      const told = await context.represent(name, payload, { event_id: 'e-1' })
      const key = (index: number) => `${told.id}/${id}/${index}`
      const whole = await receiver.call({ path: '/a?b=c' })
      expectMatch('the call', whole, {
        method: 'POST',
        headers: {
          'content-type': is.like(/^application\/json/),
          'idempotency-key': key(0),
          'webhook-id': key(0),
          'webhook-timestamp': is.like(/^\d{10}$/),
        },
      })
      expectMatch('its body', JSON.parse(whole.body), {
        event_id: 'e-1',
        trigger_id: id,
        activity_id: 'post_webhook',
        event: {
          type: 'notify_event',
          session_id: name,
          summary: 'A "plan"',
          turn_id: '7',
          'notify.event_id': 'e-1',
        },
      })
      const made = await receiver.call({ path: '/own' })
      expectMatch('the other', made, {
        body: '{"text":"A \\"plan\\""}',
        headers: { 'x-team': 'shop', authorization: 'Bearer t', 'idempotency-key': key(1) },
      })
      const secret = await secretOf(context, id)
      for (const call of [whole, made])
        expectMatch('the signature', call.headers['webhook-signature'], signature(call, secret))
      const rows = await settled(context, id, over(2))
      const response = { status: 202, body: 'taken', headers: { 'x-request-id': 'r1' } }
      expectMatch('what is kept', rows, is.each({ status: 'done', attempts: 1, response }))
      expectMatch('one call each', receiver.calls.length, 2)
    },
  },
  {
    id: 'flow-webhook-secret',
    verifies: ['FLOW-518', 'FLOW-512'],
    title: 'a secret of each trigger; a new one signs beside the old one',
    needs: webhooks,
    beside: true,
    async run(context) {
      const [name, other] = [context.name(), context.name()]
      const receiver = await Receiver.open(context)
      const id = await saved(context, of(name, webhook(receiver.url)))
      const otherId = await saved(context, of(other, webhook(receiver.url)))
      const first = await secretOf(context, id)
      expectThat('another trigger has another', (await secretOf(context, otherId)) !== first)
      expectMatch('it stays', await secretOf(context, id), first)
      const second = await secretOf(context, id, true)
      expectThat('it is another', second !== first)
      expectMatch('that is told from now on', await secretOf(context, id), second)
      await context.notify(name, { type: 'x' })
      const call = await receiver.call()
      const signatures = String(call.headers['webhook-signature']).split(' ')
      expectSame('both sign', signatures, [signature(call, second), signature(call, first)])
      const nobody = await context.http({ path: `${triggerPath(context.triggerName())}/secret` })
      expectMatch('of no trigger', nobody.status, 404)
    },
  },
  {
    id: 'flow-webhook-again',
    verifies: ['FLOW-514', 'FLOW-517'],
    title: 'what is refused is tried again, the same and under the same key',
    needs: webhooks,
    beside: true,
    async run(context) {
      await Promise.all([500, 503, 400, 401, 403, 404, 409, 422, 429].map((status) => again(context, status)))
    },
  },
  {
    id: 'flow-webhook-gone',
    verifies: ['FLOW-515', 'FLOW-517'],
    title: 'a 410 is given up at once',
    needs: webhooks,
    beside: true,
    async run(context) {
      const { row, calls } = await answered(
        context,
        (response) => void response.writeHead(410).end('no more'),
      )
      const response = { status: 410, body: 'no more' }
      expectMatch('the delivery', row, { status: 'dead', attempts: 1, error: is.like(/410/), response })
      expectMatch('one call', calls.length, 1)
    },
  },
  {
    id: 'flow-webhook-long-answer',
    verifies: ['FLOW-517'],
    title: 'of a long answer 16 KiB are kept, of one that never ends what came',
    needs: webhooks,
    beside: true,
    async run(context) {
      const [long, endless] = await Promise.all([
        answered(context, (response) => void response.writeHead(200).end('x'.repeat(1_000_000))),
        answered(context, (response) => void response.writeHead(200).write('begun')),
      ])
      expectMatch('the long one', long.row, { status: 'done', response: { body: is.like(/^xxx/) } })
      expectThat('it is short', JSON.stringify(long.row?.response).length <= 17 * 1024)
      expectMatch('the endless one', endless.row, { status: 'done', response: { body: is.like(/^begun/) } })
    },
  },
  {
    id: 'flow-webhook-redirect',
    verifies: ['FLOW-516'],
    title: 'a redirect is not followed',
    needs: webhooks,
    beside: true,
    async run(context) {
      const elsewhere = await Receiver.open(context)
      const redirected = async (status: number) => {
        const { row, calls } = await answered(context, (response) => {
          response.writeHead(status, { location: elsewhere.url }).end()
        })
        expectMatch('the delivery', row, { status: 'dead', attempts: 1, response: { status } })
        expectMatch('one call', calls.length, 1)
      }
      await Promise.all([301, 302, 307, 308].map(redirected))
      expectSame('nobody else was called', elsewhere.calls, [])
    },
  },
  {
    id: 'flow-webhook-slow',
    verifies: ['FLOW-508', 'FLOW-509'],
    title: 'a receiver that does not answer keeps no event and no toast waiting',
    needs: webhooks,
    beside: true,
    async run(context) {
      const name = context.name()
      const waiting: ServerResponse[] = []
      const receiver = await Receiver.open(context, (_call, _count, response) => void waiting.push(response))
      const id = await saved(context, of(name, webhook(receiver.url), toast('shown {{n}}')))
      const notices = await context.notifications()
      for (const n of [1, 2, 3]) await context.notify(name, { type: 'x', n })
      await receiver.call({}, 2)
      await notices.frame({ message: 'shown 3' })
      const rows = await settled(
        context,
        id,
        (all) => all.filter(({ status }) => status === 'done').length === 3,
      )
      expectMatch(
        'the others',
        rows.filter(({ index }) => index === 0),
        is.each({ status: 'running' }),
      )
      for (const response of waiting) response.end()
      await settled(context, id, (all) => all.every(({ status }) => status === 'done'))
    },
  },
  {
    id: 'flow-webhook-private',
    verifies: ['FLOW-513'],
    title: 'this machine and its network are not called, in whatever way they are written',
    needs: ['flows'],
    beside: true,
    async run(context) {
      const name = context.name()
      const receiver = await Receiver.open(context)
      for (const url of MISSPELLED) {
        const answer = await putTrigger(context, context.triggerName(), of(name, webhook(url)))
        expectProblem(answer, { status: 400, code: 'invalid_request', field: 'bindings[0].config.url' })
      }
      const urls = [receiver.url, receiver.url.replace('127.0.0.1', 'localhost'), ...PRIVATE]
      const id = await saved(context, of(name, ...urls.map((url) => webhook(url))))
      const tried = await dryRun(context, { session_id: name, payload: { type: 'x' } }, id)
      expectMatch(
        'the dry run',
        tried.matches[0]?.activities,
        is.each({ problem: is.like(/private address.*webhooks\.allow/) }),
      )
      await context.notify(name, { type: 'x' })
      const rows = await settled(context, id, over(urls.length))
      const refused = {
        status: 'dead',
        attempts: 1,
        error: is.like(/webhooks\.allow/),
        response: is.absent,
      }
      for (const row of rows) expectMatch(String(urls[Number(row.index)]), row, refused)
      expectSame('nobody was called', receiver.calls, [])
    },
  },
  {
    id: 'flow-webhook-self',
    verifies: ['FLOW-519'],
    title: 'the gateway does not call itself',
    needs: webhooks,
    beside: true,
    async run(context) {
      const name = context.name()
      const id = await saved(context, of(name, webhook(`${context.target.url}/api/gateway/pause`)))
      await context.notify(name, { type: 'x' })
      const [row] = await settled(context, id, over(1))
      expectMatch('the delivery', row, {
        status: 'dead',
        attempts: 1,
        error: is.like(/itself/),
        response: is.absent,
      })
      const { json } = await context.http({ path: '/api/gateway' })
      expectMatch('the gateway', json, { state: 'running' })
    },
  },
  {
    id: 'flow-webhook-dead',
    verifies: ['FLOW-510', 'FLOW-504', 'FLOW-514'],
    title: 'after five attempts it is dead; tried again by hand, it is done',
    needs: ['webhooks', 'slow'],
    async run(context) {
      const name = context.name()
      const receiver = await Receiver.open(context, (_call, count, response) => {
        response.writeHead(count < 6 ? 503 : 200).end()
      })
      const id = await saved(context, of(name, webhook(receiver.url)))
      await context.notify(name, { type: 'x' })
      const [row] = await settled(context, id, over(1))
      expectMatch('the delivery', row, { status: 'dead', attempts: 5, error: is.like(/503/) })
      const path = `/api/flow/deliveries/${encodeURIComponent(String(row?.id))}/retry`
      expectMatch('again', (await context.http({ method: 'POST', path })).status, 200)
      const [after] = await settled(context, id, over(1))
      expectMatch('the delivery', after, { status: 'done' })
      const keys = new Set(receiver.calls.map(({ headers }) => headers['idempotency-key']))
      expectMatch('calls and keys', [receiver.calls.length, keys.size], [6, 1])
    },
  },
]
