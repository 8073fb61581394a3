import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { CLIENTS, callClient, need, patient, setUp, spooled } from '../test/hook-client.js'
import { BIN, startGateway } from '../test/signalbox.js'

interface Told {
  type: string
  data: Record<string, unknown>
}

const prompt = (session: string, text: string) =>
  JSON.stringify({ session_id: session, hook_event_name: 'UserPromptSubmit', prompt: text, cwd: '/w' })

it('what is told while the gateway is away is in its log when it is back, once, in order, late', async () => {
  need('sh', 'curl', 'tee', 'date', 'du', 'wc')
  const home = setUp(undefined, patient)
  const first = await startGateway(home)
  onTestFinished(() => first.stop('SIGKILL'))
  const [[, shell], [, node]] = CLIENTS
  const call = (command: typeof shell | typeof node, input: string) =>
    callClient([...command(home), 'claude'], { input })
  const signalbox = (...args: string[]) =>
    promisify(execFile)(process.execPath, [BIN, ...args, '--data-dir', home], {
      env: { PATH: process.env.PATH ?? '', HOME: home },
    }).catch((error: { code: number; stdout: string; stderr: string }) => error)

  expect(await call(shell, prompt('s', 'one'))).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(await call(node, prompt('s', 'two'))).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(await spooled(home)).toEqual([])

  await first.stop()
  await call(shell, prompt('s', 'three'))
  await call(node, prompt('s', "four: 'ü' $(id) \u0000 \u001b[31m <b>"))
  const hooked = execFile(process.execPath, [BIN, 'hook', 'claude', '--data-dir', home], {
    env: { PATH: process.env.PATH ?? '', HOME: home },
  })
  hooked.stdin?.end(prompt('s', 'five'))
  await new Promise((resolve) => hooked.once('close', resolve))
  const gone = readFileSync(join(home, 'gateway'), 'utf8').trim()
  expect(
    await signalbox('notify', '--session-id', 'N 1', '{"type":"progress"}', '--url', gone),
  ).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('kept in'),
  })
  expect(await spooled(home)).toHaveLength(4)

  const second = await startGateway(home)
  onTestFinished(() => second.stop('SIGKILL'))
  await vi.waitFor(() => expect(readdirSync(join(home, 'spool'))).toEqual([]), 10_000)
  const authorization = `Bearer ${second.env.SIGNALBOX_TOKEN}`
  const events = async (id: string) => {
    const path = `/api/sessions/${encodeURIComponent(id)}/events?limit=1000`
    const answer = await fetch(second.env.SIGNALBOX_URL + path, { headers: { authorization } })
    const { events } = (await answer.json()) as { events: (Told & Record<string, unknown>)[] }
    return events
  }
  const prompts = (await events('s')).filter(({ type }) => type === 'user_message')
  expect(prompts.map(({ content, late }) => [String(content).slice(0, 5), late ?? false])).toEqual([
    ['one', false],
    ['two', false],
    ['three', true],
    ['four:', true],
    ['five', true],
  ])
  expect((await events('N 1')).filter(({ type }) => type.startsWith('notify'))).toHaveLength(1)
})
