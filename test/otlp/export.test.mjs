import { describe, expect, it } from 'vitest'
import { startGateway } from '../docs/gateway.mjs'
import { startReceiver } from './start-receiver.mjs'

const NEW_PLAN = {
  session_id: 'Codex 1',
  occurred_at: '2026-01-28T20:17:42Z',
  payload: {
    type: 'new-plan',
    summary: 'Route session events',
    plan_summary: 'Three steps',
    plan_file: 'plans/notify.org',
    level: 1,
    ready: true,
    token: 'abc',
  },
  event_id: 'manual:new-plan:1',
}

/** Who waits for a receiver as long as this waits for longer than a test may take. */
const PATIENT = { OTEL_EXPORTER_OTLP_TIMEOUT: '600000', OTEL_BLRP_EXPORT_TIMEOUT: '600000' }

/** A gateway that exports to there; `stop` gives its exit code, which is 0 where it had not to be broken off. */
async function exporting(url, more = {}) {
  const ends = []
  const { env } = await startGateway((end) => ends.push(end), {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_BLRP_SCHEDULE_DELAY: '50',
    ...more,
  })
  const post = async (envelope) => {
    const path = `/api/sessions/${encodeURIComponent(envelope.session_id)}/notify`
    const { status } = await fetch(`${env.SIGNALBOX_URL}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${env.SIGNALBOX_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(envelope),
    })
    return status
  }
  /** Many at once, as NDJSON; says how many were taken. */
  const postAll = async (envelopes) => {
    const answer = await fetch(`${env.SIGNALBOX_URL}/api/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${env.SIGNALBOX_TOKEN}`, 'content-type': 'application/x-ndjson' },
      body: envelopes.map((envelope) => JSON.stringify(envelope)).join('\n'),
    })
    const { results } = await answer.json()
    return results.filter(({ status }) => status === 204).length
  }
  const logs = async (query = '') => {
    const headers = { authorization: `Bearer ${env.SIGNALBOX_TOKEN}` }
    return (await fetch(`${env.SIGNALBOX_URL}/api/logs${query}`, { headers })).json()
  }
  const stop = async () => {
    let code
    for (const end of ends.splice(0)) code = await end()
    return code
  }
  return { post, postAll, logs, stop }
}

const recordsIn = (lines) => lines.flatMap(({ record }) => record ?? [])
const bodies = (lines) => recordsIn(lines).map(({ body }) => body.stringValue)
const accepted = (lines) =>
  recordsIn(lines).filter(({ body }) => body.stringValue === 'notify event accepted')
const attributesOf = ({ attributes }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

describe.concurrent('the export of records', { timeout: 60_000 }, () => {
  it('brings a notify to a receiver with every attribute, and what the gateway says of itself', async ({
    onTestFinished,
  }) => {
    const receiver = await startReceiver(onTestFinished, 'take')
    const gateway = await exporting(receiver.url, {
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    })
    onTestFinished(gateway.stop)
    expect(await gateway.post(NEW_PLAN)).toBe(204)
    expect(await gateway.post(NEW_PLAN)).toBe(204)
    const lines = await receiver.until((printed) => accepted(printed).length >= 2)
    expect(lines.some(({ encoding }) => encoding === 'gzip')).toBe(true)
    const [record, again] = accepted(lines)
    expect(record).toMatchObject({
      severityNumber: 9,
      severityText: 'info',
      scope: { name: 'signalbox/notify' },
    })
    expect(Number(record.timeUnixNano) / 1e6).toBeGreaterThan(Date.now() - 60_000)
    const said = attributesOf(record)
    expect(said).toMatchObject({
      'gestalt.category': 'notification',
      'gestalt.source': 'notify',
      type: 'notify_new_plan',
      'notify.type': 'new-plan',
      'notify.event_id': 'manual:new-plan:1',
      'session.id': 'Codex 1',
      session_id: 'Codex 1',
      'notify.dispatch': 'queued',
      timestamp: '2026-01-28T20:17:42Z',
      summary: 'Route session events',
      'notify.summary': 'Route session events',
      plan_summary: 'Three steps',
      'notify.plan_summary': 'Three steps',
      plan_file: 'plans/notify.org',
      'notify.plan_file': 'plans/notify.org',
      level: '1',
      'notify.level': '1',
      ready: 'true',
      'notify.ready': 'true',
      token: '[redacted]',
      'notify.token': '[redacted]',
    })
    expect(said).not.toHaveProperty('notify.duplicate')
    expect(attributesOf(again)).toEqual({ ...said, 'notify.duplicate': true })
    expect(attributesOf(record.resource)).toMatchObject({
      'service.name': 'signalbox',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
      'deployment.environment.name': 'test',
    })
    expect(Object.keys(attributesOf(record.resource))).not.toContain('host.name')
    expect(bodies(lines)).toContain('gateway started')
    // The same as the gateway itself has them.
    const { records } = await gateway.logs('?type=new-plan')
    expect(records.map(attributesOf)).toEqual(accepted(lines).map(attributesOf))
    await gateway.stop()
    expect(bodies(await receiver.until((printed) => bodies(printed).includes('gateway stopped')))).toContain(
      'gateway stopped',
    )
  })

  it('brings every one of many to a receiver that takes its time, and lets nobody wait for it', async ({
    onTestFinished,
  }) => {
    const receiver = await startReceiver(onTestFinished, 'wait', 'take')
    const gateway = await exporting(receiver.url, PATIENT)
    onTestFinished(gateway.stop)
    await receiver.until((printed) => printed.some(({ call }) => call === 'wait'))
    // More than the SDK would keep.
    for (let batch = 0; batch < 3; batch++) {
      const numbers = Array.from({ length: 1000 }, (_, n) => batch * 1000 + n)
      const envelopes = numbers.map((n) => ({ session_id: `s ${n % 5}`, payload: { type: 'x', n } }))
      expect(await gateway.postAll(envelopes)).toBe(1000)
    }
    receiver.goOn()
    // It is asked with every line: what costs more comes last.
    const all = (printed) => printed.length > 3000 && accepted(printed).length >= 3000
    const told = accepted(await receiver.until(all)).map((record) => Number(attributesOf(record).n))
    expect(told.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 3000 }, (_, n) => n))
    const { records } = await gateway.logs('?level=warning')
    expect(records).toEqual([])
  })

  it('loses a part that is refused and goes on; nobody else notices', async ({ onTestFinished }) => {
    const receiver = await startReceiver(onTestFinished, 'refuse', 'partial', 'take')
    const gateway = await exporting(receiver.url)
    onTestFinished(gateway.stop)
    for (let n = 0; accepted(await receiver.until(() => true)).length === 0 && n < 100; n++) {
      expect(await gateway.post({ session_id: 's', payload: { type: 'x', n } })).toBe(204)
      await receiver.until((printed) => printed.filter(({ call }) => call).length > Math.min(n, 2))
    }
    const { records } = await gateway.logs('?level=warning')
    expect(records.map(({ body }) => body.stringValue)).toContain('log records cannot be exported')
    expect(await gateway.stop()).toBe(0)
  })

  it.each([
    ['never answers', 'hang'],
    ['is busy for a minute', 'busy'],
  ])('does not hold up the gateway, nor its end, for a receiver that %s', async (_how, mode) => {
    const ends = []
    const receiver = await startReceiver((end) => ends.push(end), mode)
    const gateway = await exporting(receiver.url, PATIENT)
    for (let n = 0; n < 50; n++)
      expect(await gateway.post({ session_id: 's', payload: { type: 'x', n } })).toBe(204)
    await receiver.until((printed) => printed.some(({ call }) => call === mode))
    expect((await gateway.logs()).records.length).toBeGreaterThanOrEqual(50)
    expect(await gateway.stop()).toBe(0)
    for (const end of ends) end()
  })

  it('does not need a receiver that is there', async ({ onTestFinished }) => {
    const gateway = await exporting('http://127.0.0.1:9', PATIENT)
    onTestFinished(gateway.stop)
    expect(await gateway.post(NEW_PLAN)).toBe(204)
    expect((await gateway.logs('?type=new-plan')).records).toHaveLength(1)
    expect(await gateway.stop()).toBe(0)
  })
})
