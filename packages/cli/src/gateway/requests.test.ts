import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findRequest, listRequests, respond } from './requests.js'

const ONE = 'req_01994f3a-0000-7000-8000-0000deadbeef'
const TWO = 'req_01994f3a-0000-7000-8000-0001deadbeef'
const OLD = 'req_01994f00-0000-7000-8000-0000cafecafe'
const entry = (requestId: string, status: string) => ({
  requestId,
  status,
  sessionId: 's',
  kind: 'permission',
  data: {},
})

/** A gateway that has these requests, and one answer to all answers. */
async function gatewayWith(
  requests: object[],
  answer: { status: number; body: object } = { status: 200, body: {} },
) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const { status, body } = request.method === 'GET' ? { status: 200, body: { requests } } : answer
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return {
    address: { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 't' },
    asked,
  }
}

const ALL = [entry(ONE, 'pending'), entry(TWO, 'pending'), entry(OLD, 'resolved')]

describe('listRequests', () => {
  it('asks for a status, or for all', async () => {
    const { address, asked } = await gatewayWith(ALL)
    expect(await listRequests(address, 'pending')).toHaveLength(3)
    await listRequests(address)
    expect(asked).toEqual(['GET /api/requests?limit=1000&status=pending', 'GET /api/requests?limit=1000'])
  })
})

describe('findRequest', () => {
  it.each([
    ['the whole id', ONE, ONE],
    ['its end', '0deadbeef', ONE],
    ['one that is over', 'cafecafe', OLD],
  ])('finds by %s', async (_what, typed, requestId) => {
    const { address } = await gatewayWith(ALL)
    expect(await findRequest(address, typed)).toMatchObject({ requestId })
  })

  it.each([
    ['', /ID of the request is empty.*signalbox requests/],
    [' ', /ID of the request is empty/],
    ['0', /"0" is too little.*at least 4 characters/],
    ['req_', /"req_" is too little/],
    ['req_0', /"req_0" is too little/],
  ])('does not take %j for the only one that waits', async (typed, sentence) => {
    const { address } = await gatewayWith([entry(ONE, 'pending')])
    await expect(findRequest(address, typed)).rejects.toThrow(sentence)
  })

  it('takes a whole id, however short', async () => {
    const { address } = await gatewayWith([entry('req_1', 'pending'), entry('req_12', 'pending')])
    expect(await findRequest(address, 'req_1')).toMatchObject({ requestId: 'req_1' })
  })

  it('prefers one that waits', async () => {
    const { address } = await gatewayWith([entry(ONE, 'pending'), entry(TWO, 'closed')])
    expect(await findRequest(address, 'deadbeef')).toMatchObject({ requestId: ONE })
  })

  it('names those it could be', async () => {
    const { address } = await gatewayWith(ALL)
    await expect(findRequest(address, 'deadbeef')).rejects.toThrow(
      '"deadbeef" fits 2 requests: 0deadbeef, 1deadbeef.',
    )
  })

  it('says where to look when it is none', async () => {
    const { address } = await gatewayWith(ALL)
    await expect(findRequest(address, 'nope')).rejects.toThrow(/no request "nope".*signalbox requests/)
  })
})

describe('respond', () => {
  it('says who was faster', async () => {
    const by = { userId: 'owner', via: 'ws' }
    const body = { code: 'request_already_resolved', detail: 'x', outcome: 'approved', by, at: 1000 }
    const { address, asked } = await gatewayWith(ALL, { status: 409, body })
    const late = respond(address, entry(ONE, 'pending') as never, { approved: false }, 13_000)
    await expect(late).rejects.toThrow('This request was already approved by owner (ws) 12 s ago.')
    expect(asked).toEqual([`POST /api/requests/${ONE}/respond`])
  })
})
