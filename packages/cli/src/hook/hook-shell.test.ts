import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  CLIENTS,
  callClient,
  DEAD,
  DECISION,
  EVERY_BYTE,
  json,
  listen,
  need,
  PAYLOAD,
  setUp,
  spooled,
} from '../test/hook-client.js'
import { tempDir } from '../test/signalbox.js'

const ASKS = JSON.stringify({ session_id: 's', hook_event_name: 'PermissionRequest', tool_name: 'Bash' })

beforeAll(() => need('sh', 'curl', 'tee', 'date', 'du', 'wc', 'ps'))

// What both do the same way is tried with the one that starts faster; the decisions of the other are in fateOf.
describe('the hook client of the shell', () => {
  const command = CLIENTS[0][1]

  it.each([
    ['was never started', undefined],
    ['is nothing one can call', 'file:///etc/passwd'],
  ])('keeps the event when the gateway %s', async (_what, origin) => {
    const home = setUp(origin)
    await callClient([...command(home), 'claude'], { input: EVERY_BYTE })
    expect((await spooled(home)).map(({ payload }) => payload.equals(EVERY_BYTE))).toEqual([true])
  })

  it.each([
    [401, 'spool'],
    [403, 'spool'],
    [429, 'spool'],
    [503, 'spool'],
    [400, 'bad'],
    [404, 'bad'],
    [413, 'bad'],
  ])('keeps what is answered %i in %s, and prints nothing', async (status, place) => {
    const { origin } = await listen(json(status, { detail: 'no' }))
    const home = setUp(origin)
    const ended = await callClient([...command(home), 'codex'], { input: PAYLOAD })
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect((await spooled(home)).map(({ payload }) => payload.toString())).toEqual(
      place === 'spool' ? [PAYLOAD] : [],
    )
    expect(await spooled(home, 'bad')).toHaveLength(place === 'bad' ? 1 : 0)
  })

  it.each([
    [200, '<html>'],
    [404, 'not here'],
    [200, ''],
  ])('takes no other program for a gateway (%i %j)', async (status, text) => {
    const { origin } = await listen((_heard, response) => response.writeHead(status).end(text))
    const home = setUp(origin)
    expect(await callClient([...command(home), 'claude'], { input: PAYLOAD })).toMatchObject({
      code: 0,
      stdout: '',
    })
    expect(await spooled(home)).toHaveLength(1)
  })

  it.each([[[]], [['CLAUDE; id']], [['../api']]])('asks for an agent when called with %j', async (words) => {
    const ended = await callClient([...command(setUp(DEAD)), ...words], { input: PAYLOAD })
    expect(ended).toMatchObject({ code: 0, stdout: '' })
    expect(ended.stderr).toContain('which agent?')
  })

  it.each(['../../api/x', 'a b', ''])('is not asked for under %j', async (id) => {
    const { origin, heard } = await listen(json(202, { held: id }))
    const ended = await callClient([...command(setUp(origin)), 'claude'], { input: ASKS })
    expect(ended).toMatchObject({ code: 0, stdout: '' })
    expect(heard).toHaveLength(1)
  })
})

describe.each(['sh', 'bash --posix', 'bash'])('the hook client under %s', (shell) => {
  /** In a shell of this kind, with what is closed. */
  const run = (home: string, closed: string, input: string) =>
    callClient(['sh', '-c', `${shell} "$0" claude ${closed}`, join(home, 'bin/signalbox-hook')], { input })

  it('sends and keeps', async () => {
    need(shell.split(' ')[0] ?? '')
    const { origin, heard } = await listen(json(200, DECISION))
    const home = setUp(origin)
    const answer = `${JSON.stringify(DECISION)}\n`
    expect(await run(home, '', PAYLOAD)).toMatchObject({ code: 0, stdout: answer, stderr: '' })
    expect(await run(home, '2>&-', PAYLOAD)).toMatchObject({ code: 0, stdout: answer })
    expect(await run(home, '>&-', PAYLOAD)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(heard.map(({ body }) => body.toString())).toEqual(Array(3).fill(PAYLOAD))
    writeFileSync(join(home, 'gateway'), DEAD)
    expect(await run(home, '>&- 2>&-', PAYLOAD)).toMatchObject({ code: 0 })
    expect(await run(home, '<&-', '')).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect((await spooled(home)).map(({ payload }) => payload.toString())).toEqual([PAYLOAD])
  })
})

describe('without curl', () => {
  const SMALL = ['sh', 'date', 'tee', 'rm', 'mv', 'du', 'wc', 'mkdir', 'uname', 'ps', 'cat', 'grep']

  /** A PATH with nothing else on it. */
  function pathWith(...programs: string[]): string {
    const directory = tempDir()
    for (const program of programs) {
      const found = ['/usr/bin', '/bin'].map((place) => join(place, program)).find(existsSync)
      if (found === undefined) throw new Error(`This test needs ${program}, which is not installed.`)
      symlinkSync(found, join(directory, program))
    }
    return directory
  }

  it('Node does it', async () => {
    const { origin, heard } = await listen(json(200, DECISION))
    const home = setUp(origin)
    const path = pathWith(...SMALL)
    symlinkSync(process.execPath, join(path, 'node'))
    const ended = await callClient([join(home, 'bin/signalbox-hook'), 'claude'], {
      input: PAYLOAD,
      env: { PATH: path },
    })
    expect(ended).toMatchObject({ code: 0, stdout: `${JSON.stringify(DECISION)}\n`, stderr: '' })
    expect(heard[0]?.headers['x-signalbox-pid']).toBe(String(process.pid))
  })

  it('and without Node it is kept', async () => {
    const home = setUp(DEAD)
    rmSync(join(home, 'bin/signalbox-hook.mjs'))
    const ended = await callClient([join(home, 'bin/signalbox-hook'), 'claude'], {
      input: EVERY_BYTE,
      env: { PATH: pathWith(...SMALL) },
    })
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect((await spooled(home))[0]?.payload.equals(EVERY_BYTE)).toBe(true)
  })
})
