import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInProcess } from './test/in-process.js'
import { start, startGateway, startOnTerminal, tempDir } from './test/signalbox.js'

const ESC = '\u001b'
// biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
const ACTIVE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/

const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-driving-'))
let env: Record<string, string>
let gateway: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  gateway = await startGateway(dataDir)
  env = gateway.env
})
afterAll(async () => {
  await gateway.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const signalbox = (...args: string[]) => start(args, env)
const said = async (...args: string[]) => (await signalbox(...args).ended).stdout
/** A turn that waits for somebody, and the id it told. */
async function waiting(prompt: string) {
  const run = signalbox('run', prompt)
  const [, command = '', id = ''] = await run.until(/^waiting: signalbox (\w+) (req_\S+)$/m, 'stderr')
  return { run, command, id }
}

// Each has a session of its own, and waits for its agent most of the time.
describe.concurrent('signalbox run', () => {
  it('shows a turn to its end', async ({ onTestFinished: atEnd }) => {
    const { code, stdout, stderr } = await start(['run', 'Hello there'], env, atEnd).ended
    expect(stdout).toMatch(
      /^demo · session [0-9a-f]{8} · \S+\n\nYou said: “Hello there”\. [\s\S]*\n\ndone · \d+ s\n$/,
    )
    expect([code, stderr]).toEqual([0, ''])
  })

  it('shows tools, output, plans and what it used', async ({ onTestFinished: atEnd }) => {
    const { stdout } = await start(
      ['run', 'demo:tools demo:tool-error demo:terminal demo:plan demo:usage'],
      env,
      atEnd,
    ).ended
    expect(stdout).toContain('● read_file src/auth.ts  ✓ 2 lines\n')
    expect(stdout).toContain('● read_file src/missing.ts  ✗ ENOENT')
    expect(stdout).toContain('● bash npm run lint\n  │ $ npm run lint')
    expect(stdout).toContain('\n  └ ✗ exit 1\n')
    expect(stdout).toContain('\n  ✓ 4/4 Check with the demo tests\n')
    expect(stdout).toMatch(/done · \d+ s · 2\.6k in · 420 out · 1\.9k cached · \$0\.0048 · demo-1\n$/)
  })

  it('says what came of a piece of interface, also of a broken one', async ({ onTestFinished: atEnd }) => {
    const { stdout } = await start(['run', 'demo:ui'], env, atEnd).ended
    expect(stdout).toMatch(/\n\n {2}◫ a view was drawn here.*\n\nNothing was really run/)
    expect(stdout).toMatch(/second line:\n\n {2}◫ interface could not be read: \S.*\n\nIt shows/)
    expect(stdout).not.toContain('\n\n\n')
  })

  it('reads the prompt from stdin and prints events for programs', async ({ onTestFinished: atEnd }) => {
    const run = start(['run', '-', '--json'], env, atEnd)
    run.child.stdin.end('from a pipe')
    const { code, stdout } = await run.ended
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events[0]).toMatchObject({ type: 'turn_started' })
    expect(events[1]).toMatchObject({ type: 'user_message', content: 'from a pipe' })
    expect(events.at(-1)).toMatchObject({
      type: 'turn_complete',
      finalText: expect.stringContaining('from a pipe'),
    })
    expect(code).toBe(0)
  })

  it('goes on in a session, by a part of its id', async ({ onTestFinished: atEnd }) => {
    const id = /session (\w+)/.exec((await start(['run', 'one'], env, atEnd).ended).stdout)?.[1] ?? ''
    expect(
      (
        await start(['run', 'two', '--session', id, '--mode', 'plan', '--autonomy', 'never_ask'], env, atEnd)
          .ended
      ).stdout,
    ).toContain(`session ${id}`)
    const tail = start(['tail', id, '--after', '0'], env, atEnd)
    await tail.until(/autonomy_profile_updated .*never_ask[\s\S]*turn_complete/)
    expect(tail.told.stdout.match(/user_message/g)).toHaveLength(2)
  })

  it('lets nothing of what an agent says reach the terminal as a command', async ({
    onTestFinished: atEnd,
  }) => {
    const { stdout } = await start(['run', `a${ESC}]0;owned\u0007b${ESC}[2J\u009b31m\u202ec`], env, atEnd)
      .ended
    expect(stdout).toContain('abc')
    expect(stdout).not.toMatch(ACTIVE)
  })

  it('ends with 2 when the turn fails', async ({ onTestFinished: atEnd }) => {
    const { code, stdout } = await start(['run', 'demo:error'], env, atEnd).ended
    expect(stdout).toMatch(/failed: .* \(AGENT_ERROR\)/)
    expect(code).toBe(2)
  })

  it('stops the turn with Ctrl-C, and ends with 3', async ({ onTestFinished: atEnd }) => {
    const run = start(['run', 'demo:slow'], env, atEnd)
    await run.until(/Beat 1/)
    run.child.kill('SIGINT')
    const { code, stdout } = await run.ended
    expect(stdout).toMatch(/stopped · \d+ s\n$/)
    expect(code).toBe(3)
  })

  it('says that the gateway is gone, and leaves with the second Ctrl-C', async ({
    onTestFinished: atEnd,
  }) => {
    const own = await startGateway(tempDir(atEnd))
    const run = start(['run', 'demo:slow'], own.env, atEnd)
    await run.until(/Beat 1/)
    await own.stop('SIGKILL')
    await run.until(/the connection was lost/, 'stderr')
    run.child.kill('SIGINT')
    await run.until(/could not be stopped .*Ctrl-C once more/, 'stderr')
    run.child.kill('SIGINT')
    expect((await run.ended).code).toBe(130)
  })

  it('gives up when the gateway stays away, and says so', async ({ onTestFinished: atEnd }) => {
    const own = await startGateway(tempDir(atEnd))
    const run = start(['run', 'demo:slow', '--give-up', '1'], own.env, atEnd)
    await run.until(/Beat 1/)
    await own.stop('SIGKILL')
    const { code, stderr } = await run.ended
    expect(stderr).toMatch(
      /^the connection was lost; trying again …\nThe gateway has been gone for 1 s; .*\n$/,
    )
    expect(code).toBe(1)
  })
})

describe('a run that cannot begin', () => {
  it('leaves no session behind when the agent cannot be had', async () => {
    const listed = async () => JSON.parse((await runInProcess(['sessions', '--all', '--json'], env)).stdout)
    const before = await listed()
    const { code, stderr, stdout } = await signalbox('run', 'x', '--agent', 'nobody').ended
    expect(stderr).toMatch(/^The gateway refused: .*nobody.*\n$/)
    expect([code, stdout]).toEqual([1, ''])
    expect(await listed()).toHaveLength(before.length)
  })
})

describe('requests', () => {
  it('wait for an answer from anywhere, and a late one is told who was first', async () => {
    const { run, command, id } = await waiting('demo:permission')
    expect(command).toBe('approve')
    const [list, sessions, json] = await Promise.all([
      said('requests'),
      said('sessions'),
      said('requests', '--json'),
    ])
    expect(list).toMatch(
      new RegExp(`^ID +SESSION +AGENT +FOLDER +AGE +ASKS\n${id.slice(-8)} .* demo .* bash: npm test\n$`),
    )
    expect(sessions).toContain('permission: npm test')
    expect(JSON.parse(json)).toMatchObject([{ requestId: id, status: 'pending' }])
    expect(await said('approve', id.slice(-8), '--message', 'go on')).toBe('Approved: bash: npm test\n')
    const { code, stdout } = await run.ended
    expect(stdout).toContain('✓ allowed by owner (rest) “go on”')
    expect(code).toBe(0)
    const [late, none, all] = await Promise.all([
      signalbox('deny', id).ended,
      said('requests'),
      said('requests', '--status', 'all'),
    ])
    expect(late.stderr).toMatch(/^This request was already approved by owner \(rest\) \d+ s ago\.\n$/)
    expect(late.code).toBe(1)
    expect(none).toBe('Nobody waits for you.\n')
    expect(all).toContain('approved by owner (rest)')
  })

  it('are not answered by an ID that is empty or next to nothing', async () => {
    const { run, id } = await waiting('demo:permission')
    for (const [command, typed] of [
      ['approve', ''],
      ['approve', '0'],
      ['deny', 'req_'],
      ['answer', ''],
    ] as const) {
      const { code, stdout, stderr } = await runInProcess([command, typed], env)
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^.*(empty|too little).*\n$/)])
    }
    expect(JSON.parse(await said('requests', '--json'))).toMatchObject([{ requestId: id, status: 'pending' }])
    await said('deny', id)
    expect((await run.ended).code).toBe(0)
  })

  it('can be denied', async () => {
    const { run, id } = await waiting('demo:permission')
    expect(await said('deny', id.slice(-8), '--message', 'not now')).toBe('Denied: bash: npm test\n')
    expect((await run.ended).stdout).toContain('Permission was denied with the words “not now”')
  })

  it('can be questions, answered by name or dismissed', async () => {
    const first = await waiting('demo:question')
    expect(first.command).toBe('answer')
    const wrong = await runInProcess(['answer', first.id, 'strategy=5'], env)
    expect([wrong.code, wrong.stderr]).toEqual([1, 'strategy: It is one of: 1 incremental, 2 big-bang.\n'])
    expect((await runInProcess(['approve', first.id], env)).stderr).toContain('signalbox answer')
    await said('answer', first.id, 'strategy=2', 'note=be quick')
    const { stdout } = await first.run.ended
    expect(stdout).toContain('“big-bang”')
    expect(stdout).toContain('“be quick”')
    const second = await waiting('demo:question')
    expect(await said('answer', second.id, '--dismiss')).toMatch(/^Dismissed: /)
    expect((await second.run.ended).stdout).toContain('You dismissed the questions')
  })
})

describe('on a terminal', () => {
  const terminal = (prompt: string) => startOnTerminal(['run', prompt], env)

  it('asks right there', async () => {
    const run = terminal('demo:permission demo:question')
    await run.until(/always .*›/)
    run.child.stdin.write('y\r')
    await run.until(/1-2 .*›/)
    run.child.stdin.write('2\r')
    await run.until(/y\/n .*›/)
    run.child.stdin.write('\r')
    await run.until(/else I should know[\s\S]*›/)
    run.child.stdin.write('be quick\r')
    const { code, stdout } = await run.ended
    expect(stdout).toMatch(/✓.* allowed/)
    expect(stdout).toContain('“big-bang”')
    expect(stdout).toContain('“be quick”')
    expect(stdout).toContain('(left open)')
    expect(code).toBe(0)
  })

  it('takes the question away when somebody else answers, and says who', async () => {
    const run = terminal('demo:permission')
    await run.until(/always .*›/)
    const [{ requestId }] = JSON.parse(await said('requests', '--json'))
    await said('approve', requestId)
    const { code, stdout } = await run.ended
    expect(stdout).toContain('allowed by owner (rest)')
    expect(code).toBe(0)
  })

  it('stops with Ctrl-C, also while it asks', async () => {
    const run = terminal('demo:permission')
    await run.until(/always .*›/)
    run.child.stdin.write('\u0003')
    const { code, stdout } = await run.ended
    expect(stdout).toContain('stopped')
    expect(code).toBe(3)
  })

  it('leaves with two Ctrl-C at once, on a line of its own', async () => {
    const run = terminal('demo:slow')
    await run.until(/Beat 1/)
    run.child.stdin.write('\u0003\u0003')
    const { code, stdout } = await run.ended
    expect(stdout).not.toContain('could not be stopped')
    expect(stdout).toMatch(/\n$/)
    expect(code).toBe(130)
  })

  it('tells of a lost connection on a line of its own, and asks on', async () => {
    const own = await startGateway(tempDir())
    const run = startOnTerminal(['run', 'demo:permission', '--give-up', '1'], own.env)
    await run.until(/always .*›/)
    await own.stop('SIGKILL')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: how a terminal clears a line
    await run.until(/\r\u001b\[Kthe connection was lost; trying again …\r\n[\s\S]*always .*›/)
    const { code, stdout } = await run.ended
    expect(stdout).toMatch(/The gateway has been gone for 1 s; .*\r\n$/)
    expect(code).toBe(1)
  })

  it('draws in colours, unless they are not wanted', async () => {
    const [painted, plain] = [
      terminal('demo:tools'),
      startOnTerminal(['run', 'demo:tools'], { ...env, NO_COLOR: '1' }),
    ]
    expect((await painted.ended).stdout).toContain(`${ESC}[36m●${ESC}[39m`)
    expect((await plain.ended).stdout).not.toContain(`${ESC}[36m`)
  })
})

describe('signalbox tail', () => {
  it('prints what happens in every session, also in new ones', async () => {
    await said('run', 'before')
    const tail = signalbox('tail')
    const json = signalbox('tail', '--json')
    // Both are there when a session that is made now is told by them.
    await Promise.all(
      [tail, json].map(async (one) => {
        while (!/session_created/.test(one.told.stdout)) await said('run', 'now')
      }),
    )
    await said('run', 'demo:tools')
    await tail.until(/tool_call .*read_file src\/auth\.ts[\s\S]*turn_complete/)
    await json.until(/"type":"text_delta"/)
    tail.child.kill('SIGINT')
    await tail.ended
    expect(tail.told.stderr).toBe('')
    expect(tail.told.stdout).not.toContain('text_delta')
  })
})

describe('signalbox sessions', () => {
  it('lists the one that was active last first', async () => {
    const listed = async (...args: string[]) => (await runInProcess(['sessions', ...args], env)).stdout
    const older = /session (\w+)/.exec(await said('run', 'one'))?.[1] ?? ''
    const newer = /session (\w+)/.exec(await said('run', 'two'))?.[1] ?? ''
    expect((await listed()).split('\n')[1]).toMatch(new RegExp(`^\\w*${newer} `))
    await said('run', 'three', '--session', older)
    expect((await listed()).split('\n')[1]).toMatch(new RegExp(`^\\w*${older} `))
    const times = JSON.parse(await listed('--json')).map(
      (session: { lastActivityAt: number }) => session.lastActivityAt,
    )
    expect(times).toEqual([...times].sort((one: number, other: number) => other - one))
  })
})

describe('signalbox rpc', () => {
  it('drives a turn by calls, beside a stream that says how to go on', async () => {
    const rpc = (method: string, params: object) => said('rpc', method, JSON.stringify(params))
    const { thread_id } = JSON.parse(await rpc('thread/start', { agent: 'demo', thread_id: 'of rpc' }))
    const stream = signalbox('rpc', '--stream', '--thread', 'of rpc')
    await stream.until(/"thread\/started".*\n/)
    const input = [{ content: [{ text: 'demo:slow' }] }]
    const { turn_id } = JSON.parse(await rpc('turn/start', { thread_id, input }))
    await stream.until(/"item\/updated".*Beat/)
    expect(JSON.parse(await rpc('turn/interrupt', { turn_id }))).toMatchObject({ state: 'interrupted' })
    await stream.until(/"turn\/interrupted".*\n/)
    const late = await signalbox('rpc', 'turn/interrupt', JSON.stringify({ turn_id })).ended
    expect(late).toEqual({
      code: 2,
      stdout: '',
      stderr: 'turn/interrupt was refused: turn_id is not active (-32602, turn_id).\n',
    })
    stream.child.kill('SIGINT')
    const { code, stdout, stderr } = await stream.ended
    expect(code).toBe(130)
    const { epoch, seq } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '').params
    expect(stderr).toBe(`Go on with: signalbox rpc --stream --thread 'of rpc' --after ${epoch}:${seq}\n`)
  })
})

describe('bad input', () => {
  it('is a prompt no gateway would take', async () => {
    const run = signalbox('run', '-')
    run.child.stdin.end('x'.repeat(1024 * 1024))
    const { code, stderr } = await run.ended
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The prompt is longer than .*\n$/)])
  })

  it.each([
    ['nobody there', ['run', 'x', '--url', 'http://127.0.0.1:9'], /No gateway answers.*signalbox up/],
    [
      'nobody there, over HTTP',
      ['requests', '--url', 'http://127.0.0.1:9'],
      /No gateway answers.*signalbox up/,
    ],
    ['a wrong token', ['run', 'x', '--token', 'wrong'], /refused the token.*--token/],
    ['a wrong token, over HTTP', ['approve', 'x', '--token', 'wrong'], /refused the token.*--token/],
    ['an unknown session', ['run', 'x', '--session', 'nowhere'], /no session "nowhere".*signalbox sessions/],
    ['a part of no session', ['run', 'x', '--session', 'abcdef'], /no session "abcdef".*signalbox sessions/],
    ['an unknown session to follow', ['tail', 'nowhere'], /no session "nowhere".*signalbox sessions/],
    ['an unknown request', ['deny', 'nothing'], /no request "nothing".*signalbox requests/],
    ['an unknown option', ['run', 'x', '--fast'], /--fast.*signalbox run --help/],
    [
      'an option without its value',
      ['tail', 'x', '--after', '-1'],
      /--after needs a value; .*--after=VALUE.*signalbox tail --help/,
    ],
    ['a number below 0', ['tail', 'x', '--after=-1'], /--after is a number from 0, not "-1"/],
    ['no prompt', ['run'], /needs a PROMPT.*--help/],
    ['an empty prompt', ['run', ' '], /prompt is empty/],
    ['a word too many', ['run', 'a', 'b'], /"b".*--help/],
    ['an unknown mode', ['run', 'x', '--mode', 'fast'], /--mode is one of implement/],
    ['an unknown profile', ['run', 'x', '--autonomy', 'full'], /--autonomy is one of ask_every_time/],
    ['an unknown status', ['requests', '--status', 'open'], /--status is one of pending/],
    [
      'a new session and an old one',
      ['run', 'x', '--session', 'y', '--agent', 'demo'],
      /--agent is for a new session/,
    ],
    ['no number of seconds', ['run', 'x', '--give-up', 'soon'], /--give-up is a number of seconds/],
    ['a number that is none', ['tail', 'x', '--after', 'now'], /--after is a number/],
    ['a number of no session', ['tail', '--after', '1'], /say which/],
    ['no request', ['approve'], /needs the ID of a request/],
  ])('%s is one sentence and exit code 1', async (_what, args, sentence) => {
    const { code, stdout, stderr } = await runInProcess(args, env)
    expect(stderr).toMatch(sentence)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).not.toMatch(/at .*:\d+:\d+/)
    expect([code, stdout]).toEqual([1, ''])
  })
})
