import { expect, it } from 'vitest'
import { maskedConfig, maskedHeaders } from './masked-config.js'

const hook = (headers_json: string) => ({
  activity_id: 'post_webhook' as const,
  config: { url: 'https://a.example.com/', headers_json },
})
const toast = { activity_id: 'toast_notification' as const, config: { level: 'info', message_template: 'x' } }

it('names the headers of webhooks, and tells no value of them', () => {
  const config = {
    ...{ version: 1 as const, triggers: [{ id: 'a', event_type: 'notify_event' }] },
    bindings_by_trigger_id: { a: [hook('{"X-Key": "s3cret", "X-Team": "shop"}'), toast], b: [hook('')] },
  }
  expect(maskedConfig(config)).toEqual({
    ...config,
    bindings_by_trigger_id: { a: [hook('{"X-Key":"***","X-Team":"***"}'), toast], b: [hook('')] },
  })
  expect(config.bindings_by_trigger_id.a[0]?.config).toEqual(
    hook('{"X-Key": "s3cret", "X-Team": "shop"}').config,
  )
})

it('tells nothing of headers that cannot be read', () => {
  for (const headers of ['{"X-Key": "s3cret"', '["s3cret"]', '"s3cret"'])
    expect(maskedHeaders({ headers_json: headers })).toEqual({ headers_json: '***' })
})
