import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogRecord } from '@signalbox/protocol/log-record'
import { beforeAll, describe, expect, it } from 'vitest'
import { postNotify, send, type TestGateway, testGateway } from '../testing.js'
import { hooksFor, RunnerInHand } from './testing.js'

let gateway: TestGateway
const hook = new RunnerInHand()

beforeAll(async () => {
  let stop = async () => {}
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-test-'))
  gateway = await testGateway({
    dataDir,
    overrides: { runners: { post_webhook: hook } },
    cleanUp: (ending) => {
      stop = ending
    },
  })
  const flows = hooksFor({
    plans: { type: 'notify_new_plan' },
    mine: { type: 'notify_finish', where: { by: 'me' } },
  })
  const put = await send(gateway, 'PUT', '/api/flow/config', { body: flows })
  expect(put.status, put.text).toBe(200)
  return async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

const deliveries = async (query = '') => {
  const { json } = await send(gateway, 'GET', `/api/flow/deliveries${query}`)
  return json.deliveries as Record<string, unknown>[]
}

/** Waits until there are so many; each look is an answer of the gateway. */
async function until(query: string, count: number): Promise<Record<string, unknown>[]> {
  for (;;) {
    const found = await deliveries(query)
    if (found.length >= count) return found
  }
}

describe('a gateway with flows', () => {
  it('says that what comes is looked at, matches it, and tells what came of it', async () => {
    hook.answer = () => ({ ok: true, response: { status: 200, body: 'thanks' } })
    const answer = await send(gateway, 'POST', '/api/sessions/Codex%201/notify', {
      body: { session_id: 'Codex 1', event_id: 'e1', payload: { type: 'new-plan', plan_summary: 'Ship it' } },
      headers: { prefer: 'return=representation' },
    })
    expect(answer.json).toMatchObject({ dispatch: 'queued', duplicate: false })
    const [delivery] = await until('?status=done', 1)
    expect(delivery).toMatchObject({
      id: `${answer.json.id}/plans/0`,
      ...{ event_id: answer.json.id, event_type: 'notify_new_plan', trigger_id: 'plans', attempts: 1 },
      response: { status: 200, body: 'thanks' },
    })
    expect(hook.tasks[0]).toMatchObject({ eventId: 'e1', config: { url: 'https://hooks.example.com/plans' } })
    expect(hook.tasks[0]?.fields.get('plan_summary')).toBe('Ship it')
    // The same again is no event, and nothing is done for it.
    await postNotify(gateway, 'Codex 1', { type: 'new-plan', plan_summary: 'Ship it' }, { event_id: 'e1' })
    await postNotify(gateway, 'Codex 1', { type: 'finish', by: 'somebody' })
    expect(await deliveries()).toHaveLength(1)
  })

  it('tries again what was given up when a person says so', async () => {
    hook.answer = () => ({ ok: false, error: 'gone', retry: false, response: { status: 410 } })
    await postNotify(gateway, 'Codex 2', { type: 'finish', by: 'ME' })
    const [dead] = await until('?status=dead', 1)
    expect(dead).toMatchObject({ trigger_id: 'mine', error: 'gone', response: { status: 410 } })
    const record = async () => {
      const { records } = (await send(gateway, 'GET', '/api/logs?session_id=Codex%202')).json
      return (records as unknown as LogRecord[]).find(
        ({ body }) => body.stringValue === 'a delivery was given up',
      )
    }
    await expect.poll(record).toBeDefined()
    expect(JSON.stringify((await record())?.attributes)).toContain(String(dead?.id))
    const corrected = hooksFor({ mine: { type: 'notify_finish' } })
    const [binding] = corrected.bindings_by_trigger_id.mine ?? []
    const url = 'https://corrected.example.com/'
    await send(gateway, 'PUT', '/api/flow/triggers/mine', {
      body: { event_type: 'notify_finish', where: { by: 'me' }, bindings: [{ ...binding, config: { url } }] },
    })
    hook.answer = () => ({ ok: true })
    const path = `/api/flow/deliveries/${encodeURIComponent(String(dead?.id))}/retry`
    expect((await send(gateway, 'POST', path)).status).toBe(200)
    const done = await until('?status=done&trigger=mine', 1)
    expect(done).toMatchObject([{ id: dead?.id, attempts: 1 }])
    expect(hook.tasks.at(-1)).toMatchObject({ deliveryId: dead?.id, config: { url } })
    expect((await send(gateway, 'POST', path)).status).toBe(409)
  })

  it('counts them', async () => {
    const { text } = await send(gateway, 'GET', '/metrics')
    expect(text).toMatch(/signalbox_delivery_attempts_total\{status="done"\} 2/)
    expect(text).toMatch(/signalbox_delivery_attempts_total\{status="dead"\} 1/)
    expect(text).toMatch(/signalbox_flow_lag_events \d/)
    expect(text).toMatch(/signalbox_deliveries\{status="pending"\} \d/)
  })
})

it('says that nobody looks where flows are switched off', async () => {
  const off = await testGateway({ settings: { flows: { enabled: false } } })
  const answer = await send(off, 'POST', '/api/sessions/s/notify', {
    body: { session_id: 's', payload: { type: 'new-plan' } },
    headers: { prefer: 'return=representation' },
  })
  expect(answer.json).toMatchObject({ dispatch: 'flow_unavailable' })
})
