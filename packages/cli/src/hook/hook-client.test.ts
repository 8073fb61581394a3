import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fateOf } from '../../hook/signalbox-hook.mjs'
import {
  CLIENTS,
  callClient,
  hang,
  json,
  listen,
  need,
  setUp,
  spooled,
  startedAt,
  TOKEN,
} from '../test/hook-client.js'
import { tempDir } from '../test/signalbox.js'

/** Nobody listens there. */
const DEAD = 'http://127.0.0.1:9'
const EVERY_BYTE = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256))
const PAYLOAD = JSON.stringify({
  session_id: 's',
  hook_event_name: 'Stop',
  text: `'"$(id)\`id\`\\n; \u001b[31m`,
})
const ASKS = JSON.stringify({ session_id: 's', hook_event_name: 'PermissionRequest', tool_name: 'Bash' })
const DECISION = { hookSpecificOutput: { decision: { behavior: 'allow' } } }

beforeAll(() => need('sh', 'curl', 'tee', 'date', 'du', 'wc', 'ps'))

describe.each(CLIENTS)('the hook client (%s)', (_kind, command) => {
  it('sends the payload as it is, with what only it knows, and prints the answer', async () => {
    const { origin, heard } = await listen(json(200, DECISION))
    const home = setUp(origin)
    const env = { TMUX: '/tmp/tmux-0/a,b,4711,0', TMUX_PANE: '%3' }
    const ended = await callClient([...command(home), 'gemini'], { input: PAYLOAD, env })
    expect(ended).toMatchObject({ code: 0, stdout: `${JSON.stringify(DECISION)}\n`, stderr: '' })
    expect(heard).toHaveLength(1)
    expect(heard[0]).toMatchObject({
      method: 'POST',
      path: '/hooks/gemini',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        'x-signalbox-event-id': expect.stringMatching(/^[\x21-\x7e]{8,128}$/),
        'x-signalbox-pid': String(process.pid),
        'x-signalbox-pid-started': startedAt(process.pid),
        'x-signalbox-host': hostname(),
        'x-signalbox-tmux-pane': '%3',
        'x-signalbox-tmux-socket': '/tmp/tmux-0/a,b',
      },
    })
    expect(heard[0]?.body.toString()).toBe(PAYLOAD)
    expect(heard[0]?.headers).not.toHaveProperty('x-signalbox-wait')
    expect(await spooled(home)).toEqual([])
  })

  it('never has the token on a command line', async () => {
    const lines: string[] = []
    const { origin } = await listen((heard, response) => {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          lines.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
        } catch {
          // It is gone already.
        }
      }
      json(200, {})(heard, response)
    })
    await callClient([...command(setUp(origin)), 'claude'], { input: PAYLOAD })
    expect(lines.some((line) => line.includes('signalbox-hook'))).toBe(true)
    expect(lines.filter((line) => line.includes(TOKEN))).toEqual([])
  })

  it('keeps the event when the gateway is down', async () => {
    const home = setUp(DEAD)
    const ended = await callClient([...command(home), 'claude'], { input: EVERY_BYTE })
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    const [file, ...more] = await spooled(home)
    expect(more).toEqual([])
    expect(file?.name).toMatch(/^\d{13}-\d+-1\.event$/)
    expect(file?.head.toSorted()).toEqual([
      'agent: claude',
      expect.stringMatching(/^event-id: [\x21-\x7e]{8,128}$/),
      `host: ${hostname()}`,
      `occurred-at: ${file?.name.slice(0, 13)}`,
      `pid-started: ${startedAt(process.pid)}`,
      `pid: ${process.pid}`,
      'version: 1',
    ])
    expect(file?.head[0]).toBe('version: 1')
    expect(Number(file?.name.slice(0, 13))).toBeCloseTo(Date.now(), -5)
    expect(file?.payload.equals(EVERY_BYTE)).toBe(true)
  })

  it('keeps the event when the gateway never answers, under the id it was sent with', async () => {
    const { origin, heard } = await listen(hang)
    const home = setUp(origin)
    const ended = await callClient([...command(home), 'claude'], { input: PAYLOAD })
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    const [file] = await spooled(home)
    expect(heard).toHaveLength(1)
    expect(file?.head).toContain(`event-id: ${heard[0]?.headers['x-signalbox-event-id']}`)
    expect(file?.payload.toString()).toBe(PAYLOAD)
  })

  it('says nothing where it is given nothing', async () => {
    const { origin } = await listen(json(400, { detail: 'empty' }))
    for (const home of [setUp(DEAD), setUp(origin)]) {
      expect(await callClient([...command(home), 'claude'])).toMatchObject({
        code: 0,
        stdout: '',
        stderr: '',
      })
      expect([await spooled(home), await spooled(home, 'bad')]).toEqual([[], []])
    }
  })

  it('takes five megabytes', async () => {
    const { origin, heard } = await listen()
    const big = JSON.stringify({ session_id: 's', text: 'x'.repeat(5_000_000) })
    const home = setUp(origin)
    const ended = await callClient([...command(home), 'claude'], { input: big })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const kept = await spooled(home)
    // A machine with much to do may need longer than the client waits; then it is in the spool, whole.
    const [whole] = [...kept.map(({ payload }) => payload), ...heard.map(({ body }) => body)]
    expect(whole?.toString()).toBe(big)
    expect(kept.length).toBe(ended.stdout === '' ? 1 : 0)
  })

  it('tells it all the same where it cannot write, and says what is lost', async () => {
    const { origin, heard } = await listen()
    const home = setUp(origin)
    writeFileSync(join(home, 'spool'), 'a file where the folder should be')
    expect(await callClient([...command(home), 'claude'], { input: PAYLOAD })).toMatchObject({
      code: 0,
      stdout: '{}\n',
      stderr: '',
    })
    expect(heard[0]?.body.toString()).toBe(PAYLOAD)
    writeFileSync(join(home, 'gateway'), DEAD)
    const lost = await callClient([...command(home), 'claude'], { input: PAYLOAD })
    expect(lost).toMatchObject({ code: 0, stdout: '' })
    expect(lost.stderr).toMatch(/^signalbox-hook: an event of claude is lost: .*spool cannot be written\n$/)
  })

  it('leaves out what no header can hold', async () => {
    const { origin, heard } = await listen()
    const home = setUp(origin)
    const env = { TMUX: '/tmp/a\r\nx-evil: 1,2,3', TMUX_PANE: '%1\nx: y' }
    await callClient([...command(home), 'claude'], { input: PAYLOAD, env })
    expect(heard).toHaveLength(1)
    const names = Object.keys(heard[0]?.headers ?? {})
    expect(names.filter((name) => name === 'x' || name.includes('evil') || name.includes('tmux'))).toEqual([])
  })

  it('takes its argument where there is nothing on stdin', async () => {
    const { origin, heard } = await listen()
    const home = setUp(origin)
    await callClient([...command(home), 'codex', '{"from":"the argument"}'])
    await callClient([...command(home), 'codex', '{"from":"the argument"}'], { input: '{"from":"stdin"}' })
    expect(heard.map(({ body }) => body.toString())).toEqual(['{"from":"the argument"}', '{"from":"stdin"}'])
  })

  it('finds its data directory by the environment, when that says where', async () => {
    const { origin, heard } = await listen()
    const home = setUp(origin)
    const call = (dataDir: string) =>
      callClient([...command(setUp(DEAD)), 'claude'], {
        input: PAYLOAD,
        env: { SIGNALBOX_DATA_DIR: dataDir },
      })
    await call(home)
    await call('not/absolute')
    expect(heard).toHaveLength(1)
  })
})

describe.each(CLIENTS)('the agent behind the hook client (%s)', (_kind, command) => {
  const headers = async (run: (client: string) => readonly string[], change?: (text: string) => string) => {
    const { origin, heard } = await listen()
    const client = command(setUp(origin, change)).map((word) => `'${word}'`)
    await callClient(run(`${client.join(' ')} claude`), { input: PAYLOAD })
    return heard[0]?.headers
  }

  it('is found behind shells that wait for us', async () => {
    const found = await headers((client) => ['sh', '-c', `sh -c "${client}; :"; :`])
    expect(found).toMatchObject({ 'x-signalbox-pid': String(process.pid) })
  })

  it('may have any name', async () => {
    const odd = join(tempDir(), 'a) 1 (b 2')
    copyFileSync('/bin/sh', odd)
    const found = await headers((client) => [odd, '-c', `${client}; :`])
    expect(found?.['x-signalbox-pid']).toMatch(/^\d+$/)
    expect(found?.['x-signalbox-pid']).not.toBe(String(process.pid))
    expect(found?.['x-signalbox-pid-started']).toMatch(/^\d+$/)
  })

  it('is looked up with ps where there is no /proc', async () => {
    const found = await headers(
      (client) => ['sh', '-c', `${client}; :`],
      (text) => text.replaceAll('/proc/', '/nowhere/'),
    )
    expect(found).toMatchObject({
      'x-signalbox-pid': String(process.pid),
      'x-signalbox-pid-started': expect.stringMatching(/^\w{3} \w{3} +\d+ [\d:]{8} \d{4}$/),
      'x-signalbox-host': hostname(),
    })
  })

  it('has the terminal it runs on', async () => {
    need('script')
    const { origin, heard } = await listen()
    const line = command(setUp(origin)).map((word) => `'${word}'`)
    const program = `node -e "require('child_process').spawnSync('sh',['-c',process.argv[1]],{input:'{}'})" "${line.join(' ')} claude"`
    await callClient(['script', '-qfec', program, '/dev/null'], { env: { TERM: 'xterm', SHELL: '/bin/sh' } })
    expect(heard[0]?.headers['x-signalbox-tty']).toMatch(/^\/dev\/pts\/\d+$/)
  })
})

describe.each(CLIENTS)('a request that is held (%s)', (_kind, command) => {
  const asking = (...answers: Parameters<typeof listen>[0][]) =>
    listen((heard, response) => {
      if (heard.method === 'POST') return json(202, { held: 'a.b_c-1' })(heard, response)
      const answer = answers.shift() ?? json(404, { detail: 'unknown' })
      answer(heard, response)
    })
  const broken: Parameters<typeof listen>[0] = (_heard, response) => void response.destroy()

  it.each(['claude', 'codex'])('is asked for until it is answered: %s', async (agent) => {
    const { origin, heard } = await asking(json(200, DECISION))
    const home = setUp(origin)
    const ended = await callClient([...command(home), agent], { input: ASKS })
    expect(ended).toMatchObject({ code: 0, stdout: `${JSON.stringify(DECISION)}\n`, stderr: '' })
    expect(heard.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /hooks/${agent}`,
      `GET /hooks/${agent}/held/a.b_c-1`,
    ])
    expect(heard.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill(`Bearer ${TOKEN}`))
    expect(heard[0]?.headers['x-signalbox-wait']).toBe('poll')
    expect(await spooled(home)).toEqual([])
  })

  it('is asked for again by Claude Code when the connection breaks', async () => {
    const { origin, heard } = await asking(broken, json(200, DECISION))
    const ended = await callClient([...command(setUp(origin)), 'claude'], { input: ASKS })
    expect(ended.stdout).toBe(`${JSON.stringify(DECISION)}\n`)
    expect(heard).toHaveLength(3)
  })

  it.each([
    ['by Codex when the connection breaks', 'codex', broken],
    ['when nobody knows it', 'claude', undefined],
  ] as const)('is not asked for again %s', async (_what, agent, answer) => {
    const { origin, heard } = await asking(...(answer ? [answer] : []))
    const ended = await callClient([...command(setUp(origin)), agent], { input: ASKS })
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(heard).toHaveLength(2)
  })

  it('is told once more, under its id, to a gateway that was too slow', async () => {
    let calls = 0
    const { origin, heard } = await listen((call, response) => {
      if (call.method === 'GET') return json(200, DECISION)(call, response)
      if (calls++ > 0) json(202, { held: 'x' })(call, response)
    })
    const home = setUp(origin)
    const ended = await callClient([...command(home), 'codex'], { input: ASKS })
    expect(ended.stdout).toBe(`${JSON.stringify(DECISION)}\n`)
    const [first, second] = heard
    expect(second?.body.toString()).toBe(ASKS)
    expect(second?.headers['x-signalbox-event-id']).toBe(first?.headers['x-signalbox-event-id'])
    expect(await spooled(home)).toEqual([])
  })
})

describe.each(CLIENTS)('notify of Codex (%s)', (_kind, command) => {
  it('tells the gateway, calls the program that was there before, and prints nothing', async () => {
    const { origin, heard } = await listen(json(200, DECISION))
    const file = join(tempDir(), 'called')
    const before = ['sh', '-c', 'printf "%s|" "$@" >"$0.new"; mv "$0.new" "$0"', file, 'an arg']
    const text = '{"type":"agent-turn-complete","last-assistant-message":"$(id) \'\\" *"}'
    const ended = await callClient([...command(setUp(origin)), 'codex-notify', '--', ...before, text])
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(heard[0]).toMatchObject({ path: '/hooks/codex' })
    expect(heard[0]?.headers).not.toHaveProperty('x-signalbox-wait')
    expect(heard[0]?.body.toString()).toBe(text)
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe(`an arg|${text}|`), 5_000)
  })

  it.each([
    ['without a program', []],
    ['with one that is not there', ['--', '/nowhere/to/be found']],
    ['with an empty one', ['--']],
  ])('works %s', async (_what, words) => {
    const home = setUp(DEAD)
    const ended = await callClient([...command(home), 'codex-notify', ...words, '{"type":"x"}'])
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect((await spooled(home)).map(({ head, payload }) => [head[1], payload.toString()])).toEqual([
      ['agent: codex', '{"type":"x"}'],
    ])
  })
})

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

describe('fateOf', () => {
  it.each([
    [200, '{}', 'taken'],
    [202, '{"held":"x"}', 'taken'],
    [200, '<html>', 'kept'],
    [200, '', 'kept'],
    [302, '{}', 'kept'],
    [400, '{"detail":"no"}', 'refused'],
    [404, '{"detail":"no"}', 'refused'],
    [404, 'not here', 'kept'],
    ...[0, 401, 403, 408, 429, 500, 503].map((status) => [status, '{}', 'kept'] as const),
  ] as const)('%i %j is %s', (status, text, fate) => {
    expect(fateOf({ status, text })).toBe(fate)
  })

  it('keeps what nobody was asked to take', () => {
    expect(fateOf(undefined)).toBe('kept')
  })
})

describe('the spool', () => {
  it('keeps twenty at once apart, whoever writes them', async () => {
    const home = setUp(DEAD)
    const texts = Array.from(
      { length: 20 },
      (_, index) => `{"n":${index},"x":"${'y'.repeat(9_000 * index)}"}`,
    )
    const client = (index: number) => CLIENTS[index % 4 === 0 ? 1 : 0][1](home)
    await Promise.all(texts.map((input, index) => callClient([...client(index), 'claude'], { input })))
    const files = await spooled(home)
    expect(new Set(files.map(({ payload }) => payload.toString()))).toEqual(new Set(texts))
    expect(new Set(files.map(({ head }) => head.find((line) => line.startsWith('event-id')))).size).toBe(20)
  })

  it('keeps what came first when it is full, and that is said', async () => {
    const home = setUp(DEAD)
    mkdirSync(join(home, 'spool'))
    writeFileSync(join(home, 'spool/1000000000000-1-1.event'), Buffer.alloc(65 * 1024 * 1024, 'x'))
    for (const [, command] of CLIENTS) {
      const ended = await callClient([...command(home), 'claude'], { input: PAYLOAD })
      expect(ended).toMatchObject({ code: 0, stdout: '' })
      expect(ended.stderr).toMatch(/^signalbox-hook: an event of claude is lost: .*spool is full\n$/)
    }
    expect((await spooled(home)).map(({ name }) => name)).toEqual(['1000000000000-1-1.event'])
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
