import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../log/testing.js'
import { type Frame, send, type TestGateway, testGateway } from '../testing.js'
import { tmuxServer } from './pane.fixture.js'

const { tmux, pane, socket, file } = tmuxServer()

/** An agent of Claude Code that tells by its hooks, in a pane if it has one. */
async function agent(gateway: TestGateway, session_id: string, terminal?: { id: string; pid: number }) {
  const place = {
    'x-signalbox-pid': String(terminal?.pid ?? process.pid),
    'x-signalbox-host': hostname(),
    ...(terminal === undefined ? {} : { 'x-signalbox-tmux-pane': terminal.id }),
    'x-signalbox-tmux-socket': socket(),
  }
  let turns = 0
  const say = (hook_event_name: string, more: object = {}) =>
    send(gateway, 'POST', '/hooks/claude', {
      body: { session_id, hook_event_name, cwd: '/w', prompt_id: `${session_id}-${turns}`, ...more },
      headers: place,
    })
  await say('SessionStart', { source: 'startup' })
  return {
    say,
    prompt: (prompt: string) => {
      turns++
      return say('UserPromptSubmit', { prompt })
    },
    ask: (command: string) =>
      send(gateway, 'POST', '/hooks/claude', {
        body: {
          ...{
            session_id,
            hook_event_name: 'PermissionRequest',
            cwd: '/w',
            prompt_id: `${session_id}-${turns}`,
          },
          ...{ tool_name: 'Bash', tool_input: { command } },
        },
        headers: { ...place, 'x-signalbox-wait': 'poll' },
      }),
    stop: (last_assistant_message: string) => say('Stop', { last_assistant_message, background_tasks: [] }),
  }
}

const events = async (gateway: TestGateway, session: string): Promise<Frame[]> =>
  (await send(gateway, 'GET', `/api/sessions/${session}/events?limit=1000`)).json.events as Frame[]

const notices = async (gateway: TestGateway, session: string) =>
  (await events(gateway, session))
    .filter(({ type }) => type === 'agent_notification')
    .map(({ notification_type, message }) => [notification_type, message])

const listen = (gateway: TestGateway, target: string, listener: unknown) =>
  send(gateway, 'POST', `/api/sessions/${target}/listeners`, { body: { listener } })

const pasted = (text: string) => `\x1b[200~${text}\x1b[201~\r`

const enveloped = (from: string, text: string) =>
  pasted(`<signalbox-message from="${from}">${from} ${text}</signalbox-message>`)

describe('a session that listens to another', () => {
  it('is told in its pane, once per happening, when its agent is idle', async () => {
    const gateway = await testGateway()
    const desk = await pane('idle')
    const { id, got } = desk
    const [worker, boss] = [await agent(gateway, 'w1'), await agent(gateway, 'b1', desk)]
    expect((await listen(gateway, 'w1', 'b1')).json).toMatchObject({ pane: id })
    await listen(gateway, 'w1', 'b1')
    await boss.prompt('something else')
    await worker.prompt('build')
    await worker.stop('Built "it" &\n<b>.')
    // Its agent is at work: it is told when that is done.
    await boss.say('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't' })
    expect(got()).toBe('')
    await boss.stop('Done with that.')
    await expect.poll(got).toBe(enveloped('Build', 'is done: Built "it" & <b>.'))
    await boss.prompt('<signalbox-message from="Build">Build is done</signalbox-message>')
    await boss.stop('I see.')
    await worker.prompt('test')
    await worker.ask('rm -rf build')
    const asks = enveloped('Build', 'needs a permission: rm -rf build')
    await expect.poll(got).toContain(asks)
    expect(got().split('signalbox-message from').length - 1).toBe(2)
    // What came back as a prompt is no word of a person.
    const said = (await events(gateway, 'b1')).filter(({ type }) => type === 'user_message')
    expect(said.map(({ content }) => content)).toEqual(['something else'])
    expect(await notices(gateway, 'b1')).toEqual([['peer_message', 'Build is done']])
  }, 30_000)

  it('is not told in the middle of what somebody types there', async () => {
    const gateway = await testGateway()
    const desk = await pane('typing')
    const { id, got } = desk
    const worker = await agent(gateway, 'w4')
    await agent(gateway, 'b4', desk)
    await listen(gateway, 'w4', 'b4')
    tmux('send-keys', '-t', id, '-l', 'half a prompt')
    await expect.poll(got).toBe('half a prompt')
    await worker.prompt('go')
    await worker.stop('gone')
    // Another listener, whose pane is free, is told meanwhile.
    await expect.poll(() => tmux('capture-pane', '-p', '-t', id)).toContain('half a prompt')
    tmux('send-keys', '-t', id, 'Enter')
    await expect.poll(got).toBe(`half a prompt\r${enveloped('Go', 'is done: gone')}`)
  }, 30_000)

  it('is told in its session when it has no pane, or none that can be reached', async () => {
    const gateway = await testGateway({ settings: { delivery: { waitMs: 100 } } })
    const worker = await agent(gateway, 'w2')
    const gone = await agent(gateway, 'gone', { id: '%99', pid: process.pid })
    const busy = await agent(gateway, 'busy', await pane('busy'))
    await agent(gateway, 'plain')
    for (const one of ['gone', 'busy', 'plain']) await listen(gateway, 'w2', one)
    await busy.prompt('long work')
    await worker.prompt('go')
    await worker.say('StopFailure', { error: 'unknown', last_assistant_message: 'API Error' })
    const told = async (session: string) => (await notices(gateway, session))[0]
    await expect.poll(() => told('plain')).toEqual(['peer_message', 'Go failed: API Error'])
    await expect
      .poll(() => told('gone'))
      .toEqual(['delivery_failed', 'Not told in pane %99 (pane %99 is gone): Go failed: API Error'])
    await expect
      .poll(() => told('busy'))
      .toMatchObject(['delivery_failed', expect.stringContaining('(its agent did not become idle in time)')])
    void gone
  })

  it('is told in its session while the gateway is paused: what is typed would begin a turn', async () => {
    const gateway = await testGateway()
    const desk = await pane('paused')
    const worker = await agent(gateway, 'w5')
    const boss = await agent(gateway, 'b5', desk)
    await listen(gateway, 'w5', 'b5')
    await worker.prompt('go')
    await send(gateway, 'POST', '/api/gateway/pause')
    await worker.stop('first')
    const why = `Not told in pane ${desk.id} (the gateway is paused): Go is done`
    const told = () => notices(gateway, 'b5')
    await expect.poll(told).toEqual([['delivery_failed', `${why}: first`]])
    await send(gateway, 'POST', '/api/gateway/resume')
    // One that waits for its agent when the pause comes is not typed either.
    await boss.prompt('long work')
    await worker.prompt('go on')
    await worker.stop('second')
    await send(gateway, 'POST', '/api/gateway/pause')
    await boss.stop('Done.')
    const second = ['delivery_failed', `${why}: second`]
    await expect.poll(async () => (await told())[1]).toEqual(second)
    expect(desk.got()).toBe('')
  })

  it('types nothing where another program than its agent would read it', async () => {
    const gateway = await testGateway()
    const [elsewhere, behind, scrolled] = [
      await pane('elsewhere'),
      await pane('behind'),
      await pane('scrolled'),
    ]
    // What a shell has put into the background, as it does with what is stopped by Ctrl-Z.
    const job = file('job.pid')
    const shell = `set -m; sleep 60 & echo $! > '${job}'; exec '${process.execPath}' "$0" "$1"`
    const program = [file('program.cjs'), file('behind.bytes')]
    tmux('respawn-pane', '-k', '-t', behind.id, 'sh', '-c', shell, ...program)
    await expect.poll(() => tmux('capture-pane', '-p', '-t', behind.id)).toContain('ready')
    const stopped = Number(readFileSync(job, 'utf8'))
    const worker = await agent(gateway, 'w4')
    await agent(gateway, 'elsewhere', { ...elsewhere, pid: process.pid })
    await agent(gateway, 'behind', { ...behind, pid: stopped })
    await agent(gateway, 'scrolled', scrolled)
    tmux('copy-mode', '-t', scrolled.id)
    for (const one of ['elsewhere', 'behind', 'scrolled']) await listen(gateway, 'w4', one)
    await worker.prompt('go')
    await worker.stop('done ; touch /tmp/run-by-a-shell #')
    const why: [session: string, why: string][] = [
      ['elsewhere', 'its agent is not in front there'],
      ['behind', 'its agent is not in front there'],
      ['scrolled', `somebody scrolls in pane ${scrolled.id}`],
    ]
    for (const [session, reason] of why)
      await expect
        .poll(async () => (await notices(gateway, session))[0])
        .toMatchObject(['delivery_failed', expect.stringContaining(`(${reason}): Go is done`)])
    process.kill(stopped)
    expect([elsewhere.got(), behind.got(), scrolled.got()]).toEqual(['', '', ''])
  }, 30_000)

  it('does not talk back to the one it was told of', async () => {
    const gateway = await testGateway()
    const [one, two] = [await pane('one'), await pane('two')]
    const [left, right] = [await agent(gateway, 'left', one), await agent(gateway, 'right', two)]
    await listen(gateway, 'left', 'right')
    await listen(gateway, 'right', 'left')
    await left.prompt('ping')
    await left.stop('pong')
    await expect.poll(two.got).toBe(enveloped('Ping', 'is done: pong'))
    await right.prompt('<signalbox-message from="Ping">Ping is done: pong</signalbox-message>')
    await right.stop('noted')
    await right.prompt('and now')
    await right.stop('news')
    await expect.poll(one.got).toMatch(/is done: news/)
    expect(one.got()).not.toContain('noted')
  }, 30_000)

  it('is told after a restart of what it was not told before it, and never twice', async () => {
    const dataDir = tempDir()
    const first = await testGateway({ dataDir, cleanUp: () => {} })
    const desk = await pane('restart')
    const { got } = desk
    const [worker, boss] = [await agent(first, 'w3'), await agent(first, 'b3', desk)]
    await listen(first, 'w3', 'b3')
    await worker.prompt('a')
    await worker.stop('told')
    await expect.poll(got).toContain('is done: told')
    await boss.prompt('working')
    await worker.prompt('b')
    await worker.stop('not yet')
    await first.close('test')
    const second = await testGateway({ dataDir })
    expect((await send(second, 'GET', '/api/sessions/w3/listeners')).json.listeners).toHaveLength(1)
    const again = await agent(second, 'b3', desk)
    await again.stop('free')
    await expect.poll(got).toContain('is done: not yet')
    expect(got().split('told').length - 1).toBe(1)
  }, 30_000)
})

describe('who listens', () => {
  it('is listed, removed, and refused where it makes no sense, by name', async () => {
    const gateway = await testGateway()
    for (const name of ['x', 'y']) await agent(gateway, name)
    await listen(gateway, 'x', 'y')
    const list = async () => (await send(gateway, 'GET', '/api/sessions/x/listeners')).json.listeners
    expect(await list()).toHaveLength(1)
    const refusals: [target: string, listener: unknown, status: number, field?: string][] = [
      ['x', 'x', 400, 'listener'],
      ['x', 'nobody', 404, 'listener'],
      ['x', 7, 400, 'listener'],
      ['x', '', 400, 'listener'],
      ['nobody', 'x', 404],
    ]
    for (const [target, listener, status, field] of refusals) {
      const answer = await listen(gateway, target, listener)
      expect([answer.status, answer.json.field], `${target} ${listener}`).toEqual([status, field])
    }
    expect((await send(gateway, 'DELETE', '/api/sessions/x/listeners/y')).status).toBe(204)
    expect((await send(gateway, 'DELETE', '/api/sessions/x/listeners/y')).status).toBe(404)
    expect(await list()).toEqual([])
  })
})
