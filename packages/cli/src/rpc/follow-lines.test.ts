import { describe, expect, it } from 'vitest'
import { DEAD, json, listen } from '../test/hook-client.js'
import { cursorOf, followLines } from './follow-lines.js'

const EPOCH = '01994f3a-0000-7000-8000-0000000000ff'
const line = (seq: number, offset: number) =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'turn/started',
    params: { thread_id: 'thread_1', seq, offset, epoch: EPOCH },
  })
const closed = JSON.stringify({
  jsonrpc: '2.0',
  method: 'stream/closed',
  params: { reason: 'slow', cursor: `${EPOCH}@7` },
})

/** A stream that says this, and ends as told. */
const stream = (text: string, end: 'end' | 'cut' | 'stays') =>
  listen((_heard, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(text, () => {
      if (end === 'end') response.end()
      if (end === 'cut') response.destroy()
    })
  })

const never = new AbortController().signal

describe('followLines', () => {
  it('asks for what is wanted, tells each line, and where to go on', async () => {
    const { origin, heard } = await stream(`\n${line(1, 10)}\n\n\n${line(2, 12)}\n`, 'end')
    const told: string[] = []
    const wanted = { thread: 'Codex 1', after: `${EPOCH}:0` }
    const followed = await followLines({ origin, token: 't' }, wanted, (one) => told.push(one), never)
    expect(told).toEqual([line(1, 10), line(2, 12)])
    expect(followed).toEqual({ end: 'closed', cursor: `${EPOCH}:2` })
    expect(heard[0]?.path).toBe(`/rpc/stream?thread_id=Codex+1&after=${EPOCH}%3A0`)
    expect(heard[0]?.headers).toMatchObject({ authorization: 'Bearer t', accept: 'application/x-ndjson' })
  })

  it('takes the cursor a closed stream gives', async () => {
    const { origin } = await stream(`${line(1, 10)}\n${closed}\n`, 'end')
    const followed = await followLines({ origin, token: 't' }, {}, () => {}, never)
    expect(followed).toEqual({ end: 'closed', cursor: `${EPOCH}@7` })
  })

  it('knows where to go on when the stream breaks, also before its first line', async () => {
    const { origin } = await stream(`${line(1, 10)}\n{"half`, 'cut')
    expect(await followLines({ origin, token: 't' }, {}, () => {}, never)).toEqual({
      end: 'lost',
      cursor: `${EPOCH}@10~thread_1:1`,
    })
    const silent = await stream('\n', 'cut')
    const { origin: other } = silent
    expect(await followLines({ origin: other, token: 't' }, { after: 'x' }, () => {}, never)).toEqual({
      end: 'lost',
      cursor: 'x',
    })
  })

  it('is left when it is told to', async () => {
    const { origin } = await stream(`${line(1, 10)}\n`, 'stays')
    const leaving = new AbortController()
    const followed = await followLines({ origin, token: 't' }, {}, () => leaving.abort(), leaving.signal)
    expect(followed).toEqual({ end: 'left', cursor: `${EPOCH}@10~thread_1:1` })
  })

  it.each([
    ['an older gateway', 404, { detail: 'x', code: 'not_found' }, /has no JSON-RPC/],
    ['an unknown thread', 404, { detail: 'no such session', code: 'session_not_found' }, /no such session/],
    ['a bad cursor', 400, { detail: 'after is no cursor', code: 'invalid_request' }, /after is no cursor/],
    ['a refused token', 401, { detail: 'x' }, /refused the token/],
    ['a page', 502, { error: 'x' }, /is no Signalbox/],
  ])('is one sentence for %s', async (_what, status, body, sentence) => {
    const { origin } = await listen(json(status, body))
    await expect(followLines({ origin, token: 't' }, {}, () => {}, never)).rejects.toThrow(sentence)
  })

  it('is one sentence when nobody is there', async () => {
    await expect(followLines({ origin: DEAD, token: 't' }, {}, () => {}, never)).rejects.toThrow(
      'signalbox up',
    )
  })
})

describe('cursorOf', () => {
  it.each([
    [line(3, 30), false, `${EPOCH}@30~thread_1:3`],
    [line(3, 30).replace('"thread_id":"thread_1",', ''), false, `${EPOCH}@30`],
    [line(3, 30), true, `${EPOCH}:3`],
    [closed, true, `${EPOCH}@7`],
    ['{"jsonrpc":"2.0","method":"stream/closed","params":{}}', true, undefined],
    ['{"jsonrpc":"2.0","method":"stream/gap","params":{"epoch":"e"}}', true, undefined],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', false, undefined],
    ['null', false, undefined],
    ['"text"', false, undefined],
    ['{"params":null}', false, undefined],
    ['no json', false, undefined],
  ])('%s, of a thread %s: %s', (said, isOfThread, cursor) => {
    expect(cursorOf(said, isOfThread)).toBe(cursor)
  })
})
