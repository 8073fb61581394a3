import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Gateway, resolveConfig, startGateway } from '@signalbox/server'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { listen } from '../test/hook-client.js'
import { runInProcess } from '../test/in-process.js'

const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-flows-'))
const folder = join(dataDir, 'flows')
let gateway: Gateway

beforeAll(async () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'broken.yaml'), 'version: 1\nflows:\n  - id: broken\n    event_type: nothing\n')
  const file = JSON.stringify({ webhooks: { allow: ['127.0.0.1'] }, logLevel: 'error' })
  const flags = { port: '0', dataDir }
  gateway = await startGateway(resolveConfig({ flags, env: {}, homeDir: dataDir, readFile: () => file }))
})
afterAll(async () => {
  await gateway.close('test')
  rmSync(dataDir, { recursive: true, force: true })
})

const signalbox = (...args: string[]) =>
  runInProcess(args, {
    SIGNALBOX_URL: gateway.url,
    SIGNALBOX_TOKEN: readFileSync(join(dataDir, 'token'), 'utf8').trim(),
  })
const flows = (...args: string[]) => signalbox('flows', ...args)
async function json(...args: string[]) {
  const { code, stdout, stderr } = await flows(...args, '--json')
  expect([args, code, stderr]).toEqual([args, 0, ''])
  return JSON.parse(stdout)
}
const plan = (summary: string) =>
  signalbox('notify', '--session-id', 'Codex 1', '--json', JSON.stringify({ type: 'new-plan', summary }))

/** Where webhooks go, and a file of two rules that send them there. */
async function receiver(status: () => number) {
  const { origin, heard } = await listen((_call, response) => void response.writeHead(status()).end('heard'))
  const directory = mkdtempSync(join(tmpdir(), 'signalbox-rules-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'rules.yaml')
  const rule = (id: string, type: string) => ({
    id,
    event_type: type,
    bindings: [
      { activity_id: 'post_webhook', config: { url: `${origin}/${id}`, body_template: '{{summary}}' } },
    ],
  })
  // JSON is YAML, too.
  writeFileSync(
    path,
    JSON.stringify({ version: 1, flows: [rule('begins', 'plan-new'), rule('ends', 'notify_finish')] }),
  )
  return { heard, path }
}

it('lists, imports, tries out, delivers, tries again, exports and deletes', async () => {
  const list = (await flows()).stdout.split('\n')
  expect(list[0]).toBe(
    `${join(folder, 'broken.yaml')}:4:17: flows[0].event_type is not an event type: "nothing"; there are notify_new_plan, notify_progress, notify_finish, notify_event or any durable event`,
  )
  expect(list[1]).toMatch(/^This file is off until mended/)

  let status = 410
  const { heard, path } = await receiver(() => status)
  await plan('Early')
  const [early] = await json('events', 'notify_new_plan')
  expect(early).toMatchObject({ type: 'notify_new_plan', session_id: 'Codex 1', summary: 'Early' })
  const tried = await json('test', early.id, '--file', path)
  expect(tried.matches[0]).toMatchObject({
    trigger_id: 'begins',
    activities: [{ rendered: { body: 'Early' } }],
  })
  expect(tried.unmatched).toEqual([
    { trigger_id: 'ends', reason: 'it waits for notify_finish, and this is notify_new_plan' },
  ])
  expect((await flows('test', early.id)).code).toBe(2)

  expect(await json('import', path)).toEqual({ saved: ['begins', 'ends'], removed: [], warnings: [] })
  expect((await json('list')).triggers.map(({ id }: { id: string }) => id)).toEqual(['begins', 'ends'])
  expect((await flows('test', 'notify_finish')).stdout).toMatch(/sets off:\n {2}ends\n {4}post_webhook\n/)
  expect((await flows('test', 'notify_event')).stdout).toMatch(
    /sets off nothing\.\n2 triggers wait for other events\.\n$/,
  )
  expect((await flows('secret', 'begins')).stdout).toMatch(/^whsec_\S+\n$/)

  await plan('Now')
  await vi.waitFor(async () => expect(await json('deliveries', '--status', 'dead')).toHaveLength(1), 10_000)
  const [dead] = await json('deliveries', '--trigger', 'begins', '--session', 'Codex 1')
  expect((await flows('deliveries')).stdout).toContain('410')
  status = 200
  const [printed = ''] =
    (await flows('deliveries', '--status', 'dead')).stdout.split('\n')[1]?.split(' ') ?? []
  const { delivery } = await json('retry', printed)
  expect(delivery).toMatchObject({ id: dead.id, status: 'pending' })
  await vi.waitFor(async () => expect(await json('deliveries', '--status', 'done')).toHaveLength(1), 10_000)
  expect((await flows('deliveries')).stdout).toMatch(/begins\/0 .+ post_webhook +done +1 +200 heard/)
  expect(heard.map(({ path: to, body }) => `${to} ${body}`)).toEqual(['/begins Now', '/begins Now'])
  expect(await flows('retry', dead.id)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The gateway refused: .+\.\n$/),
  })
  expect((await flows('retry', '--dead')).stdout).toBe('None was given up.\n')

  const { stdout: exported } = await flows('export')
  const whole = join(dataDir, 'all.yaml')
  writeFileSync(whole, exported)
  expect((await flows('delete', 'ends')).stdout).toBe('ends is gone.\n')
  expect(await json('import', whole, '--replace')).toEqual({
    saved: ['begins', 'ends'],
    removed: [],
    warnings: [],
  })
  writeFileSync(whole, exported.slice(0, exported.indexOf('- id: ends')))
  expect((await flows('import', whole, '--replace')).stdout).toBe('Saved: begins\nRemoved: ends\n')
})

it.each([
  [['test', '01994f3a-0000-7000-8000-0000deadbeef'], /^The gateway refused: .*\.\n$/],
  [['test', '{"session_id":"x"}'], /^The gateway refused: missing payload\.\n$/],
  [['test', 'notify_event', '--trigger', 'nobody'], /^The gateway refused: .*nobody.*\.\n$/],
  [['secret', 'nobody'], /^The gateway refused: there is no trigger.*\.\n$/],
  [['delete', 'nobody'], /^The gateway refused: there is no trigger nobody\.\n$/],
  [['events', 'nothing'], /^The gateway refused: event_type is not an event type\.\n$/],
  [['deliveries', '--token', 'wrong'], /^The gateway at \S+ refused the token; .*\n$/],
])('says in a sentence why not: %j', async (args, sentence) => {
  const { code, stdout, stderr } = await flows(...args)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(sentence)
})
