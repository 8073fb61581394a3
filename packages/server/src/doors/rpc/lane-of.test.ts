import { RPC_METHODS } from '@signalbox/protocol/rpc'
import { expect, it } from 'vitest'
import { laneOf } from './lane-of.js'
import { BARRIER, FREE } from './request-lanes.js'

const uuid = '01994f3a-0000-7000-8000-000000000001'
const lane = (key: string) => ({ kind: 'lane', key })

it.each([
  ['a thread by its id', 'turn/start', { thread_id: `thread_${uuid}` }, lane(uuid)],
  ['the same without prefix', 'thread/close', { thread_id: uuid.toUpperCase() }, lane(uuid)],
  ['a thread by a name', 'thread/pause', { thread_id: 'Codex 1' }, lane('Codex 1')],
  ['a turn', 'turn/steer', { turn_id: 'turn_1' }, lane('turn_1')],
  ['a request', 'request/respond', { request_id: 'req_1' }, lane('req_1')],
  ['a new thread', 'thread/start', {}, FREE],
  ['a thread that is taken up', 'thread/start', { thread_id: uuid }, lane(uuid)],
  ['a large read', 'thread/read', { thread_id: uuid }, lane('large')],
  ['a small read', 'holon/status', {}, FREE],
  ['the gateway', 'holon/pause', {}, BARRIER],
  ['the gateway by its other name', 'signalbox/resume', {}, BARRIER],
  ['nobody knows', 'nope/nope', { thread_id: uuid }, FREE],
  ['params that are none', 'turn/start', undefined, FREE],
  ['params that are a list', 'turn/start', [1], FREE],
  ['an id that is none', 'turn/start', { thread_id: 7 }, FREE],
])('%s', (_what, method, params, expected) => {
  expect(laneOf({ method, params })).toEqual(expected)
})

it('does not wait for threads where something is only read', () => {
  for (const [method, { permission }] of Object.entries(RPC_METHODS)) {
    const ids = { thread_id: 'a', turn_id: 'b', request_id: 'c' }
    const lane = laneOf({ method, params: ids })
    const reads = lane === FREE || (lane.kind === 'lane' && lane.key === 'large')
    expect(reads, method).toBe(permission === 'session:read')
  }
})
