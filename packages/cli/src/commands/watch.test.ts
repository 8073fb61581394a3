import { execFileSync } from 'node:child_process'
import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { start } from '../test/signalbox.js'
import { startTmux } from '../test/tmux-terminal.js'
import { startWatchGateway } from '../test/watch-gateway.js'

const gateway = await startWatchGateway()
afterAll(() => gateway.stop())

const fields = (name: string, state: string, more: object = {}) => ({
  sessionId: `id-of-${name}`,
  state,
  since: Date.now() - 120_000,
  agent: 'claude',
  cwd: `/srv/${name}`,
  ...more,
})
const leave = (name: string, command: string) =>
  gateway.ask(fields(name, 'permission'), {
    requestId: `req-of-${name}`,
    turnId: null,
    kind: 'permission',
    data: { requestId: `req-of-${name}`, toolName: 'Bash', description: command, args: { command } },
  })

describe('on a terminal', () => {
  let terminal: Awaited<ReturnType<typeof startTmux>>
  beforeAll(async () => {
    gateway.state(fields('site', 'busy', { action: 'Edit: index.astro\u001b[2J' }))
    leave('shop', 'npm publish')
    terminal = await startTmux(['watch'], { columns: 100, rows: 24, env: { ...gateway.env, CI: '1' } })
  })
  afterAll(() => terminal.stop())

  it('lists the sessions, those that need somebody first', async () => {
    const screen = await terminal.until(/a approve/)
    expect(screen).toMatch(/Signalbox {3}■ 1 needs you {3}● 1 working .*live/)
    expect(screen).toMatch(
      /▌ ■ Needs you {2}shop {2}claude {2}Bash: npm publish .*\n {2}[◐◓◑◒] Working +site +claude +Edit: index.astro/,
    )
    expect(screen).toContain('  Wants to run:\n  │ npm publish\n  claude · /srv/shop')
    expect(screen).not.toContain('before the view')
  })

  it('approves', async () => {
    await terminal.press('a')
    await terminal.until(/Approved: Bash: npm publish/)
    expect(gateway.answered.pop()).toEqual({ requestId: 'req-of-shop', body: { approved: true } })
    await terminal.until(/▌ . Working +shop/)
  })

  it('denies, with a reason', async () => {
    leave('api', 'rm -rf build')
    await terminal.until(/■ Needs you {2}api/)
    await terminal.press('n')
    await terminal.until(/▌ ■ Needs you {2}api[\s\S]*d deny/)
    await terminal.press('d')
    await terminal.until(/Deny, because ›/)
    await terminal.type('not on a Friday')
    await terminal.press('Enter')
    await terminal.until(/Denied: Bash: rm -rf build/)
    expect(gateway.answered.pop()?.body).toEqual({ approved: false, message: 'not on a Friday' })
  })

  it('answers a question', async () => {
    const questions = [
      { id: 'how', text: 'Which strategy?', type: 'choice', options: ['incremental', 'big-bang'] },
    ]
    gateway.ask(fields('plan', 'waiting'), {
      requestId: 'req-of-plan',
      turnId: null,
      kind: 'question',
      data: { requestId: 'req-of-plan', questions },
    })
    await terminal.until(/■ Needs you {2}plan/)
    await terminal.press('n')
    await terminal.until(/│ Which strategy\?[\s\S]*r answer/)
    await terminal.press('r')
    await terminal.until(/Answer ›/)
    await terminal.type('9')
    await terminal.press('Enter')
    await terminal.until(/It is one of: 1 incremental, 2 big-bang\./)
    await terminal.press('BSpace')
    await terminal.type('2')
    await terminal.press('Enter')
    await terminal.until(/Answered: Which strategy\?/)
    expect(gateway.answered.pop()?.body).toEqual({ answers: { how: 'big-bang' } })
  })

  it('searches', async () => {
    await terminal.press('/')
    await terminal.type('site')
    const found = await terminal.until(/Search › site/)
    expect(found).toMatch(/▌ . Working +site/)
    expect(found).not.toMatch(/shop/)
    await terminal.press('Escape')
    await terminal.until(/Working +shop/)
  })

  it('says why it cannot go to a pane, and goes where there is one', async () => {
    await terminal.press('Home', 'g')
    await terminal.until(/was not started inside tmux, so there is no pane to go to\./)
    const other = (await terminal.tmux('new-window', '-d', '-P', '-F', '#{pane_id}', 'exec cat')).trim()
    const seat = { host: hostname(), tmuxTarget: other, tmuxSocket: terminal.socket }
    gateway.state(fields('seat', 'permission', seat))
    await terminal.until(/■ Needs you {2}seat/)
    await terminal.press('n')
    await terminal.until(/▌ ■ Needs you {2}seat/)
    await terminal.press('g')
    await terminal.until(/Nobody has tmux session 0 open\./)
    expect((await terminal.tmux('display-message', '-p', '#{pane_id}')).trim()).toBe(other)
    await terminal.tmux('select-window', '-t', terminal.pane)
  })

  it('says that the gateway is lost, and finds it again', async () => {
    gateway.cut()
    await terminal.until(/reconnecting \(/)
    await terminal.until(/ live\n/)
  })

  it('fits another size', async () => {
    await terminal.resize(46, 14)
    const narrow = await terminal.until(/^▌ ■ seat {3,}.*min$/m)
    expect(narrow).not.toContain('STATE')
    await terminal.resize(100, 24)
    await terminal.until(/STATE +NAME +AGENT/)
  })

  it('quits, and gives the screen back', async () => {
    await terminal.press('q')
    const screen = await terminal.until(/left with 0/)
    expect(screen.trim()).toBe('before the view\nleft with 0')
  })
})

it('gives the screen back when it is ended by a signal', async () => {
  const terminal = await startTmux(['watch'], {
    columns: 60,
    rows: 12,
    env: { ...gateway.env, NO_COLOR: '1' },
  })
  onTestFinished(() => terminal.stop())
  await terminal.until(/Signalbox/)
  expect(await terminal.tmux('capture-pane', '-e', '-p')).not.toMatch(/\[(?:\d+;)*3[0-8][;m]/)
  const shell = (await terminal.tmux('display-message', '-p', '#{pane_pid}')).trim()
  const [child = ''] = execFileSync('ps', ['-o', 'pid=', '--ppid', shell], { encoding: 'utf8' })
    .trim()
    .split('\n')
  process.kill(Number(child), 'SIGTERM')
  const screen = await terminal.until(/left with 143/)
  expect(screen.trim()).toBe('before the view\nleft with 143')
})

describe('elsewhere', () => {
  it('prints the list once where there is no terminal', async () => {
    const { code, stdout } = await start(['watch'], gateway.env).ended
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}STATE +NAME .*\n■ Needs you {2}seat/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })

  it('prints the entries as JSON, or a line for every change', async () => {
    const { stdout } = await start(['watch', '--once', '--json'], gateway.env).ended
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ sessionId: 'id-of-seat' }))
    const live = start(['watch', '--json'], gateway.env)
    await live.until(/"watch_list".*\n/)
    gateway.state(fields('late', 'idle'))
    const [line = ''] = await live.until(/.*id-of-late.*\n$/)
    expect(JSON.parse(line)).toMatchObject({ type: 'watch_state', sessionId: 'id-of-late', state: 'idle' })
    live.child.kill('SIGTERM')
    expect((await live.ended).code).toBe(0)
  })

  it('says so when there is no gateway', async () => {
    const env = { SIGNALBOX_URL: 'http://127.0.0.1:1', SIGNALBOX_TOKEN: 'x' }
    const { code, stderr } = await start(['watch', '--json'], env).ended
    expect([code, stderr]).toEqual([
      1,
      'No gateway answers at http://127.0.0.1:1. Start one with: signalbox up\n',
    ])
  })
})
