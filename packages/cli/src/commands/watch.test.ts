import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { start, startGateway } from '../test/signalbox.js'
import { startTmux } from '../test/tmux-terminal.js'

const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-watch-'))
const gateway = await startGateway(dataDir)
const { SIGNALBOX_URL: url, SIGNALBOX_TOKEN: token } = gateway.env
afterAll(async () => {
  await gateway.stop()
  rmSync(dataDir, { recursive: true })
})

/** Claude Code in a folder, as its hooks tell of it. A hook that is held is answered when somebody answered. */
function agentIn(name: string, headers: Record<string, string> = {}) {
  const session = { session_id: randomUUID(), cwd: `/srv/${name}`, prompt_id: randomUUID() }
  const hook = async (event: string, more: object = {}): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url}/hooks/claude`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...session, hook_event_name: event, ...more }),
    })
    return (await response.json()) as Record<string, unknown>
  }
  return {
    hook,
    asks: (tool: string, input: object) => hook('PermissionRequest', { tool_name: tool, tool_input: input }),
    works: async (tool: string, input: object) => {
      await hook('UserPromptSubmit', { prompt: 'go on' })
      await hook('PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: randomUUID() })
    },
  }
}
/** When a process was started, as Linux counts it. */
function startOf(pid: number): string {
  const [, , rest = ''] = /^(.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return rest.split(' ')[19] ?? ''
}
const decision = (answer: Record<string, unknown>) =>
  (answer.hookSpecificOutput as { decision: Record<string, unknown> }).decision

describe('on a terminal', () => {
  let terminal: Awaited<ReturnType<typeof startTmux>>
  let published: Promise<Record<string, unknown>>
  beforeAll(async () => {
    await agentIn('site').works('Edit', { file_path: '/srv/site/index\u001b[2J.astro' })
    published = agentIn('shop').asks('Bash', { command: 'npm publish' })
    terminal = await startTmux(['watch'], { columns: 100, rows: 24, env: { ...gateway.env, CI: '1' } })
  })
  afterAll(() => terminal.stop())

  it('lists the sessions, those that need somebody first', async () => {
    const screen = await terminal.until(/a approve/)
    expect(screen).toMatch(/Signalbox {3}■ 1 needs you {3}● 1 working .*live/)
    expect(screen).toMatch(
      /▌ ■ Needs you {2}shop {2}claude {2}Bash: npm publish .*\n {2}[◐◓◑◒] Working +site +claude +Edit: \S*astro/,
    )
    expect(screen).toContain('  Wants to run:\n  │ npm publish\n  claude · /srv/shop')
    expect(screen).not.toContain('before the view')
  })

  it('approves', async () => {
    await terminal.press('a')
    await terminal.until(/Approved: Bash: npm publish/)
    expect(decision(await published)).toEqual({ behavior: 'allow' })
    await terminal.until(/▌ . Working +shop/)
  })

  it('denies, with a reason', async () => {
    const denied = agentIn('api').asks('Bash', { command: 'rm -rf build' })
    await terminal.until(/■ Needs you {2}api/)
    await terminal.press('n')
    await terminal.until(/▌ ■ Needs you {2}api[\s\S]*d deny/)
    await terminal.press('d')
    await terminal.until(/Deny, because ›/)
    await terminal.type('not on a Friday')
    await terminal.press('Enter')
    await terminal.until(/Denied: Bash: rm -rf build/)
    expect(decision(await denied)).toMatchObject({ behavior: 'deny', message: 'not on a Friday' })
  })

  it('answers a question', async () => {
    const options = [{ label: 'incremental', description: 'in steps' }, { label: 'big-bang' }]
    const questions = [{ question: 'Which strategy?', header: 'Strategy', options, multiSelect: false }]
    const answered = agentIn('plan').asks('AskUserQuestion', { questions })
    await terminal.until(/■ Needs you {2}plan/)
    await terminal.press('n')
    await terminal.until(/│ Which strategy\?\n {2}│ {3}1 incremental {2}in steps[\s\S]*r answer/)
    await terminal.press('r')
    await terminal.until(/Answer ›/)
    await terminal.type('2')
    await terminal.press('Enter')
    await terminal.until(/Answered: Which strategy\?/)
    expect(JSON.stringify(decision(await answered))).toContain('"Which strategy?":"big-bang"')
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
    await terminal.press('g')
    await terminal.until(/was not started inside tmux, so there is no pane to go to\./)
    const other = (await terminal.tmux('new-window', '-d', '-P', '-F', '#{pane_id}', 'exec cat')).trim()
    const seat = agentIn('seat', {
      'x-signalbox-host': hostname(),
      'x-signalbox-pid': String(process.pid),
      'x-signalbox-pid-started': startOf(process.pid),
      'x-signalbox-tmux-pane': other,
      'x-signalbox-tmux-socket': terminal.socket,
    })
    void seat.asks('Bash', { command: 'make' })
    await terminal.until(/■ Needs you {2}seat/)
    await terminal.press('n')
    await terminal.until(/▌ ■ Needs you {2}seat/)
    await terminal.press('g')
    await terminal.until(/Nobody has tmux session 0 open\./)
    expect((await terminal.tmux('display-message', '-p', '#{pane_id}')).trim()).toBe(other)
    await terminal.tmux('select-window', '-t', terminal.pane)
  })

  it('fits another size', async () => {
    await terminal.resize(46, 14)
    const narrow = await terminal.until(/^▌ ■ seat +Bash: make .* s$/m)
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
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ cwd: '/srv/seat', state: 'permission' }),
    )
    const live = start(['watch', '--json'], gateway.env)
    await live.until(/"watch_list".*\n/)
    await agentIn('late').hook('SessionStart', { source: 'startup' })
    const [line = ''] = await live.until(/.*"watch_state".*\/srv\/late.*\n/)
    expect(JSON.parse(line)).toMatchObject({ type: 'watch_state', state: 'idle', agent: 'claude' })
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

it('says that the gateway is lost, and gives the screen back when it is ended', async () => {
  const env = { ...gateway.env, NO_COLOR: '1' }
  const terminal = await startTmux(['watch'], { columns: 60, rows: 12, env })
  onTestFinished(() => terminal.stop())
  await terminal.until(/Signalbox.* live/)
  expect(await terminal.tmux('capture-pane', '-e', '-p')).not.toMatch(/\[(?:\d+;)*3[0-8][;m]/)
  await gateway.stop()
  await terminal.until(/reconnecting \(\d+ s\)/)
  const shell = (await terminal.tmux('display-message', '-p', '#{pane_pid}')).trim()
  const [child = ''] = execFileSync('ps', ['-o', 'pid=', '--ppid', shell], { encoding: 'utf8' })
    .trim()
    .split('\n')
  process.kill(Number(child), 'SIGTERM')
  const screen = await terminal.until(/left with 143/)
  expect(screen.trim()).toBe('before the view\nleft with 143')
})
