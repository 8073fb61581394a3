import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DEAD, json, listen } from '../test/hook-client.js'
import { runInProcess } from '../test/in-process.js'
import { start } from '../test/signalbox.js'
import { goodbye, unknownMethod } from './rpc.js'

const EPOCH = '01994f3a-0000-7000-8000-0000000000ff'
const answer = (members: object) => json(200, { jsonrpc: '2.0', id: 1, ...members })
const LINE = `{"jsonrpc":"2.0","method":"thread/started","params":{"seq":1,"offset":4,"epoch":"${EPOCH}"}}`

/** The command at a gateway of this address. */
const rpc = (origin: string, ...args: string[]) =>
  runInProcess(['rpc', '--url', origin, '--token', 't', ...args])

describe('signalbox rpc', () => {
  it('lists the methods without asking anybody', async () => {
    const { code, stdout, stderr } = await runInProcess(['rpc'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('turn/steer turn_id input\n    Says more to the agent while the turn runs.\n')
    const listed = JSON.parse((await runInProcess(['rpc', '--json'])).stdout)
    expect(listed.map(({ name }: { name: string }) => name)).toContain('turn/steer')
  })

  it('prints the result on one line where no terminal is', async () => {
    const { origin, heard } = await listen(answer({ result: { state: 'running', text: 'a\u202eb' } }))
    expect(await rpc(origin, 'holon/status')).toEqual({
      code: 0,
      stdout: '{"state":"running","text":"a\\u202eb"}\n',
      stderr: '',
    })
    await rpc(origin, 'thread/list', '{"limit":2}')
    expect(JSON.parse(String(heard[1]?.body))).toMatchObject({ method: 'thread/list', params: { limit: 2 } })
  })

  it('prints it over several on a terminal, unless told otherwise', async () => {
    const { origin } = await listen(answer({ result: { state: 'running' } }))
    const before = process.stdout.isTTY
    process.stdout.isTTY = true
    onTestFinished(() => {
      process.stdout.isTTY = before
    })
    expect((await rpc(origin, 'holon/status')).stdout).toBe('{\n  "state": "running"\n}\n')
    expect((await rpc(origin, 'holon/status', '--json')).stdout).toBe('{"state":"running"}\n')
  })

  it('reads the params from stdin', async () => {
    const { origin, heard } = await listen(answer({ result: {} }))
    const typed = Readable.from([Buffer.from('{"thread_id":\n"thread_1"}\n')])
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(typed as typeof process.stdin)
    expect(await rpc(origin, 'thread/read', '-')).toEqual({ code: 0, stdout: '{}\n', stderr: '' })
    expect(JSON.parse(String(heard[0]?.body)).params).toEqual({ thread_id: 'thread_1' })
  })

  it('says what the method refused, with its code and the field', async () => {
    const error = { code: -32602, message: 'input is required', data: { field: 'input', reason: 'x' } }
    const { origin } = await listen(answer({ error }))
    expect(await rpc(origin, 'turn/start', '{"thread_id":"t"}')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'turn/start was refused: input is required (-32602, input).\n',
    })
  })

  it('says which method may have been meant', async () => {
    const { origin } = await listen(answer({ error: { code: -32601, message: 'Method not found' } }))
    const { code, stderr } = await rpc(origin, 'thread/lst')
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^There is no method "thread\/lst". Did you mean thread\/list.*\?.*lists them\.\n$/,
    )
    expect((await rpc(origin, 'thread/list')).stderr).toBe(
      'thread/list was refused: Method not found (-32601).\n',
    )
    expect(unknownMethod('x\u001b[2J')).toBe('There is no method "x". "signalbox rpc" lists them.')
  })

  it.each([
    [['thread/read', '{'], /is not JSON.*signalbox rpc thread\/read/],
    [['thread/read', '[]'], /is a JSON object/],
    [['thread/read', '{}', 'more'], /"more" is one word too many/],
    [['--stream', 'thread/read'], /--stream takes no method/],
    [['--after', 'x'], /--after goes with --stream/],
    [['thread/read', '--thread', 'x'], /--thread goes with --stream/],
    [['holon/status'], /No gateway answers.*signalbox up/],
    [['--stream'], /No gateway answers.*signalbox up/],
  ])('%j: says what is wrong in one sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await rpc(DEAD, ...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe('signalbox rpc --stream', () => {
  const stream = (text: string, end: 'end' | 'cut' | 'stays') =>
    listen((_heard, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      response.write(text, () => {
        if (end === 'end') response.end()
        if (end === 'cut') response.destroy()
      })
    })

  it('prints lines until the gateway ends it, and how to go on', async () => {
    const { origin, heard } = await stream(`\n${LINE}\n\n`, 'end')
    expect(await rpc(origin, '--stream', '--after', `${EPOCH}@3`)).toEqual({
      code: 0,
      stdout: `${LINE}\n`,
      stderr: `Go on with: signalbox rpc --stream --after ${EPOCH}@4\n`,
    })
    expect(heard[0]?.path).toBe(`/rpc/stream?after=${EPOCH}%403`)
  })

  it('says when it broke', async () => {
    const { origin } = await stream(`${LINE}\n`, 'cut')
    const { code, stderr } = await rpc(origin, '--stream', '--thread', 'Codex 1')
    expect(code).toBe(3)
    expect(stderr).toBe(
      `The connection was lost.\nGo on with: signalbox rpc --stream --thread 'Codex 1' --after ${EPOCH}:1\n`,
    )
  })

  it('is left with Ctrl-C, and says how to go on', async () => {
    const { origin } = await stream(`${LINE}\n`, 'stays')
    const { child, ended, until } = start(['rpc', '--stream', '--url', origin, '--token', 't'])
    await until(/thread\/started.*\n/)
    child.kill('SIGINT')
    expect(await ended).toEqual({
      code: 130,
      stdout: `${LINE}\n`,
      stderr: `Go on with: signalbox rpc --stream --after ${EPOCH}@4\n`,
    })
  })

  it('has nothing to say of a stream that told nothing', () => {
    expect(goodbye({ end: 'closed', cursor: undefined }, undefined)).toEqual([])
    expect(goodbye({ end: 'left', cursor: 'e:1' }, "it's")).toEqual([
      "Go on with: signalbox rpc --stream --thread 'it'\\''s' --after e:1",
    ])
  })
})
