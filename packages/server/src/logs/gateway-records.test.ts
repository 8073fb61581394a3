import { attributeOf, type LogRecord } from '@signalbox/protocol/log-record'
import { describe, expect, it } from 'vitest'
import { openDoors, notify as postTo } from '../doors/rest/testing.js'
import { DamagedLog } from '../log/damaged-log.js'
import { postNotify, send, testGateway } from '../testing.js'

describe('what a gateway notes about itself', () => {
  it('is its start, its journal whatever is printed of it, and every duplicate', async () => {
    const printed: string[] = []
    const gateway = await testGateway({
      settings: { logLevel: 'error' },
      overrides: { journal: (line) => void printed.push(line) },
    })
    const list = async (query = '') =>
      (await send(gateway, 'GET', `/api/logs${query}`)).json.records as unknown as LogRecord[]
    const bodies = async () => (await list()).map(({ body }) => body.stringValue)

    const headers = { 'x-signalbox-event-id': 'two words' }
    await send(gateway, 'POST', '/hooks/claude', {
      body: { session_id: 'x', hook_event_name: 'Stop' },
      headers,
    })
    await expect.poll(bodies).toContain('headers of a hook were not understood and are ignored')
    expect(printed).toEqual([])
    expect(await bodies()).toContain('gateway started')
    const [warned] = await list('?level=warning')
    expect(warned).toMatchObject({
      severityNumber: 13,
      severityText: 'warning',
      scope: { name: 'signalbox' },
    })

    const once = { event_id: 'e1' }
    for (let n = 0; n < 2; n++)
      await postNotify(gateway, 'Codex 1', { type: 'progress', plan_file: 'p' }, once)
    await expect.poll(async () => (await list('?type=progress')).length).toBe(2)
    const [first, again] = await list('?session_id=Codex%201')
    if (!first || !again) throw new Error('both are told')
    expect(attributeOf(first, 'notify.duplicate')).toBeUndefined()
    expect(again.attributes).toContainEqual({ key: 'notify.duplicate', value: { boolValue: true } })
    expect(again.attributes.filter(({ key }) => key !== 'notify.duplicate' && key !== 'timestamp')).toEqual(
      first.attributes.filter(({ key }) => key !== 'timestamp'),
    )
  })

  it('is every answer that says the fault is its own, with nothing of what was sent', async () => {
    const { port, refusals } = await openDoors({ wrap: () => new DamagedLog('bad page') })
    expect((await postTo(port, { session_id: 'a', payload: { type: 'secret stuff' } })).status).toBe(503)
    expect((await postTo(port, { session_id: 'a', payload: { type: '' } })).status).toBe(422)
    await expect
      .poll(() => refusals)
      .toEqual([
        { method: 'POST', route: '/api/sessions/:id/notify', status: 503, code: 'service_unavailable' },
      ])
  })
})
