import type { JsonObject } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { draft, ingest, tempLog } from '../log/testing.js'
import { toldRequest } from './told-request.js'

it('finds how a request was asked and how it ended, among many and under an id that was used before', async () => {
  const { log } = await tempLog()
  const hook = { agent: 'claude', via: 'hook' }
  const here = { agent: 'signalbox', via: 'ws' }
  const by = { userId: 'owner', via: 'ws' }
  const ask = (requestId: string, description: string, more = {}) =>
    draft('permission_requested', { requestId, toolName: 'Bash', description }, { source: hook, ...more })
  const answer = (requestId: string, data: JsonObject) =>
    draft('approval_resolved', { requestId, by, ...data }, { source: here })
  const others = Array.from({ length: 250 }, (_, nth) => [
    ask(`r${nth}`, 'x'),
    answer(`r${nth}`, { approved: true }),
  ])
  const { sessionId } = await log.commit(
    ingest('s', [ask('again', 'first'), answer('again', { approved: true }), ...others.flat()]),
  )
  const find = (requestId: string, tenantId = 'local') =>
    toldRequest(log.reader, tenantId, { sessionId, requestId })
  expect(await find('again')).toMatchObject({ ending: { kind: 'permission', approved: true } })

  await log.commit(ingest('s', [ask('again', 'second', { raw: '{"tool_name":"Bash","n":1}' })]))
  expect(await find('again')).toEqual({
    agent: 'claude',
    data: expect.objectContaining({ description: 'second' }),
    payload: { tool_name: 'Bash', n: 1 },
    ending: undefined,
  })
  await log.commit(ingest('s', [answer('again', { approved: false, message: 'no' })]))
  expect((await find('again'))?.ending).toMatchObject({ approved: false, message: 'no' })
  expect(await find('r249')).toMatchObject({ payload: {}, ending: { approved: true } })
  expect(await find('nobody')).toBeUndefined()
  expect(await find('again', 'another tenant')).toBeUndefined()
})
