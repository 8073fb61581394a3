import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Heard, json, listen } from '../test/hook-client.js'
import { runInProcess } from '../test/in-process.js'
import { tempDir } from '../test/signalbox.js'

const EVENT = '01994f3a-0000-7000-8000-0000deadbeef'
const ENVELOPE = '{"session_id":"Codex 1","payload":{"type":"new-plan","summary":"Hi"}}'
const CONFIG = {
  version: 1,
  triggers: [{ id: 'plan-created', event_type: 'notify_new_plan', where: { 'session.id': 'Codex 1' } }],
  bindings_by_trigger_id: { 'plan-created': [{ activity_id: 'toast_notification', config: {} }] },
}
const FILES = { storage_path: '/data/flows', state: 'ready', files: [], warnings: [] }
const DRY_RUN = {
  event: { id: EVENT, type: 'notify_new_plan', session_id: 'Codex 1' },
  fields: { summary: 'Hi' },
  matches: [
    {
      trigger_id: 'plan-created',
      activities: [
        { activity_id: 'toast_notification', index: 0, rendered: { level: 'info', message: 'Hi' } },
      ],
    },
  ],
  unmatched: [],
}
const delivery = (trigger: string, more: object = {}) => ({
  id: `${EVENT}/${trigger}/0`,
  event_id: EVENT,
  event_type: 'notify_new_plan',
  session_id: 's',
  trigger_id: trigger,
  activity_id: 'post_webhook',
  index: 0,
  status: 'dead',
  attempts: 5,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  error: 'it answered 500',
  chain: [trigger],
  ...more,
})
const RULE = `version: 1
flows:
  - id: plan-created
    event_type: notify_new_plan
    bindings:
      - activity_id: toast_notification
        config: { level: info, message_template: "{{summary}}" }
`

type Routes = Record<string, [status: number, body: object | string]>

/** A gateway with these routes; runs the command against it. */
async function gateway(routes: Routes) {
  const { origin, heard } = await listen(({ method, path }, response) => {
    const [status, body] = routes[`${method} ${decodeURIComponent(path.split('?')[0] ?? '')}`] ?? [
      404,
      { detail: 'not found', code: 'not_found' },
    ]
    if (typeof body === 'string') response.writeHead(status).end(body)
    else json(status, body)({} as Heard, response)
  })
  const flows = (...args: string[]) =>
    runInProcess(['flows', ...args], { SIGNALBOX_URL: origin, SIGNALBOX_TOKEN: 't' })
  const bodies = () => heard.map(({ body }) => (body.length === 0 ? undefined : JSON.parse(String(body))))
  return { flows, heard, bodies }
}
const LISTING: Routes = {
  'GET /api/flow/config': [200, { ...CONFIG, errors: [{ file: 'x', message: 'y' }] }],
  'GET /api/flow/files': [200, FILES],
}

describe('signalbox flows', () => {
  it('lists the triggers, for people and for programs', async () => {
    const { flows } = await gateway(LISTING)
    const { code, stdout } = await flows()
    expect([code, stdout.split('\n')[1]]).toEqual([
      0,
      'plan-created  notify_new_plan  session.id=Codex 1  toast_notification',
    ])
    expect(JSON.parse((await flows('list', '--json')).stdout)).toEqual({ ...CONFIG, ...FILES })
  })

  it.each([
    [[EVENT], { event: { id: EVENT } }],
    [[ENVELOPE, '--trigger', 'plan-created'], { event: JSON.parse(ENVELOPE), trigger: 'plan-created' }],
  ])('tests %j', async (args, body) => {
    const { flows, bodies } = await gateway({ 'POST /api/flow/dry-run': [200, DRY_RUN] })
    const { code, stdout } = await flows('test', ...args)
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'notify_new_plan of Codex 1 sets off:'])
    expect(bodies()).toEqual([body])
    expect(JSON.parse((await flows('test', ...args, '--json')).stdout)).toEqual(DRY_RUN)
  })

  it('tests a file that is not saved, and says with its exit code that nothing matches', async () => {
    const nothing = { ...DRY_RUN, matches: [], unmatched: [{ trigger_id: 'plan-created', reason: 'no' }] }
    const { flows, bodies } = await gateway({ 'POST /api/flow/dry-run': [200, nothing] })
    const file = join(tempDir(), 'rule.yaml')
    writeFileSync(file, RULE)
    const { code, stdout } = await flows('test', ENVELOPE, '--file', file)
    expect([code, stdout.split('\n').slice(-2)[0]]).toEqual([2, '  plan-created: no'])
    expect(bodies()[0].trigger).toMatchObject({ id: 'plan-created', event_type: 'notify_new_plan' })
  })

  it('lists recorded events to test with', async () => {
    const events = [
      {
        id: EVENT,
        type: 'notify_new_plan',
        session_id: 'Codex 1',
        timestamp: new Date().toISOString(),
        summary: 'Hi',
      },
    ]
    const { flows, heard } = await gateway({ 'GET /api/flow/recent-events': [200, { events }] })
    expect((await flows('events')).stdout).toContain(`${EVENT}  0 s  notify_new_plan  Codex 1  Hi`)
    expect(JSON.parse((await flows('events', 'plan-new', '--limit', '3', '--json')).stdout)).toEqual(events)
    expect(heard.map(({ path }) => path.split('?')[1])).toEqual(['limit=20', 'limit=3&event_type=plan-new'])
  })

  it('shows deliveries, and asks only for those that are wanted', async () => {
    const page = { deliveries: [delivery('hook')], next: null }
    const { flows, heard } = await gateway({ 'GET /api/flow/deliveries': [200, page] })
    const { code, stdout } = await flows(
      'deliveries',
      '--status',
      'dead',
      '--trigger',
      'hook',
      '--limit',
      '5',
    )
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/deadbeef\/hook\/0 .* dead +5 +it answered 500\n$/),
    ])
    expect(heard[0]?.path).toBe('/api/flow/deliveries?limit=5&status=dead&trigger=hook')
    expect(JSON.parse((await flows('deliveries', '--json')).stdout)).toEqual(page.deliveries)
  })

  it('goes on through pages that are short or empty, to the limit', async () => {
    const pages = [
      { deliveries: [delivery('a')], next: '1' },
      { deliveries: [], next: '2' },
      { deliveries: [delivery('b'), delivery('c')], next: '3' },
    ]
    const { origin, heard } = await listen((_call, response) => {
      json(200, pages.shift() ?? { deliveries: [], next: null })({} as Heard, response)
    })
    const env = { SIGNALBOX_URL: origin, SIGNALBOX_TOKEN: 't' }
    const { stdout } = await runInProcess(['flows', 'deliveries', '--limit', '2', '--json'], env)
    expect(JSON.parse(stdout).map(({ trigger_id }: { trigger_id: string }) => trigger_id)).toEqual(['a', 'b'])
    expect(heard.map(({ path }) => new URL(path, origin).searchParams.get('after'))).toEqual([null, '1', '2'])
  })

  it('tries one again, by its id or a short form of it', async () => {
    const [hook, other] = [delivery('hook'), delivery('other')]
    const retried = { ...hook, status: 'pending' }
    const { flows, heard } = await gateway({
      'GET /api/flow/deliveries': [200, { deliveries: [hook, other], next: null }],
      [`POST /api/flow/deliveries/${hook.id}/retry`]: [200, { delivery: retried }],
    })
    const [printed = ''] = (await flows('deliveries', '--limit', '1')).stdout.split('\n')[1]?.split(' ') ?? []
    expect(await flows('retry', printed)).toMatchObject({ code: 0, stderr: '' })
    heard.length = 0
    expect(await flows('retry', hook.id)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('tried again'),
    })
    expect(heard.map(({ path }) => path)).toEqual([
      `/api/flow/deliveries/${encodeURIComponent(hook.id)}/retry`,
    ])
    const { stdout } = await flows('retry', 'deadbeef/hook/0', '--json')
    expect(JSON.parse(stdout)).toEqual({ delivery: retried })
    expect(await flows('retry', 'deadbeef/0')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('fits 2 deliveries'),
    })
  })

  it('looks for a short id on all pages', async () => {
    const [newer, older] = [delivery('newer'), delivery('older')]
    const { origin, heard } = await listen(({ method, path }, response) => {
      const isNext = new URL(path, 'http://x').searchParams.get('after') === '7'
      const page = isNext ? { deliveries: [older], next: null } : { deliveries: [newer], next: '7' }
      json(200, method === 'GET' ? page : { delivery: older })({} as Heard, response)
    })
    const env = { SIGNALBOX_URL: origin, SIGNALBOX_TOKEN: 't' }
    expect(await runInProcess(['flows', 'retry', 'deadbeef/older/0'], env)).toMatchObject({ code: 0 })
    expect(heard.at(-1)?.path).toBe(`/api/flow/deliveries/${encodeURIComponent(older.id)}/retry`)
  })

  it('tries all again that were given up, and says which are refused', async () => {
    const [hook, other] = [delivery('hook'), delivery('other')]
    const { flows, heard } = await gateway({
      'GET /api/flow/deliveries': [200, { deliveries: [hook, other], next: null }],
      [`POST /api/flow/deliveries/${hook.id}/retry`]: [200, { delivery: hook }],
      [`POST /api/flow/deliveries/${other.id}/retry`]: [409, { detail: 'it is running', code: 'conflict' }],
    })
    expect(await flows('retry', '--dead')).toEqual({
      code: 2,
      stdout: 'One delivery is tried again.\n',
      stderr: `${other.id}: it is running\n`,
    })
    expect(heard[0]?.path).toBe('/api/flow/deliveries?status=dead&limit=1000')
    const { code, stdout } = await flows('retry', '--dead', '--json')
    expect([code, JSON.parse(stdout)]).toEqual([
      2,
      { retried: [hook.id], refused: [{ id: other.id, reason: 'it is running' }] },
    ])
  })

  it.each([
    [[], 0, 'None was given up.\n'],
    [[delivery('hook')], 2, 'None is tried again.\n'],
  ])('says so when none is tried again: %#', async (deliveries, code, stdout) => {
    const { flows } = await gateway({ 'GET /api/flow/deliveries': [200, { deliveries, next: null }] })
    expect(await flows('retry', '--dead')).toMatchObject({ code, stdout })
  })

  it('shows the secret of a trigger, or a new one', async () => {
    const { flows } = await gateway({
      'GET /api/flow/triggers/a b/secret': [200, { secret: 'whsec_1' }],
      'POST /api/flow/triggers/a b/secret/rotate': [200, { secret: 'whsec_2' }],
    })
    expect((await flows('secret', 'a b')).stdout).toBe('whsec_1\n')
    expect((await flows('secret', 'a b', '--rotate')).stdout).toBe('whsec_2\n')
    expect(JSON.parse((await flows('secret', 'a b', '--json')).stdout)).toEqual({ secret: 'whsec_1' })
  })

  it('imports a file beside what there is, or instead of it', async () => {
    const warnings = [{ trigger_id: 'plan-created', field: 'x', message: 'there is no agent "coder"' }]
    const old = { ...CONFIG, triggers: [...CONFIG.triggers, { id: 'old', event_type: 'notify_event' }] }
    const { flows, heard } = await gateway({
      'PUT /api/flow/triggers/plan-created': [201, { trigger: {}, warnings }],
      'DELETE /api/flow/triggers/old': [200, {}],
      'GET /api/flow/config': [200, old],
      'GET /api/flow/files': [200, FILES],
    })
    const file = join(tempDir(), 'rule.yaml')
    writeFileSync(file, RULE)
    expect(await flows('import', file)).toEqual({
      code: 0,
      stdout: 'Saved: plan-created\n',
      stderr: 'Warning: plan-created: there is no agent "coder"\n',
    })
    expect(heard.map(({ method }) => method)).toEqual(['PUT'])
    const { stdout } = await flows('import', file, '--replace', '--json')
    expect(JSON.parse(stdout)).toEqual({ saved: ['plan-created'], removed: ['old'], warnings })
  })

  it('exports all as YAML or as JSON, and deletes one', async () => {
    const { flows } = await gateway({
      ...LISTING,
      'GET /api/flow/config/export': [200, RULE],
      'DELETE /api/flow/triggers/old': [200, {}],
    })
    expect((await flows('export')).stdout).toBe(RULE)
    expect(JSON.parse((await flows('export', '--json')).stdout)).toEqual(CONFIG)
    expect((await flows('delete', 'old')).stdout).toBe('old is gone.\n')
  })

  it.each([
    [['tets'], /has no "tets"; it has list, test/],
    [['test'], /needs EVENT/],
    [['test', ' '], /needs EVENT/],
    [['test', '{'], /must be valid JSON/],
    [['test', 'x', '--trigger', 'a', '--file', 'b'], /not both/],
    [['test', 'x', '--file', '/nowhere.yaml'], /Cannot read \/nowhere\.yaml \(ENOENT\)/],
    [['list', 'x'], /"x" is one word too many for "signalbox flows list"/],
    [['list', '--dead'], /--dead goes with "signalbox flows retry"/],
    [['deliveries', '--status', 'lost'], /--status is one of pending, running/],
    [['deliveries', '--limit', '0'], /--limit takes 1 to 1000/],
    [['retry'], /Which one\?/],
    [['retry', 'x', '--dead'], /Which one\?/],
    [['secret'], /needs TRIGGER/],
    [['import'], /needs FILE/],
  ])('says what to type instead of %j', async (args, sentence) => {
    const { flows } = await gateway({})
    const { code, stdout, stderr } = await flows(...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it.each([
    [['delete', 'x'], 'The gateway refused: not found.\n'],
    [['export'], 'The gateway refused: not found.\n'],
  ])('tells in a sentence what the gateway refuses: %j', async (args, stderr) => {
    const { flows } = await gateway({})
    expect(await flows(...args)).toEqual({ code: 1, stdout: '', stderr })
  })

  it('shows all of it with --help', async () => {
    const { stdout } = await runInProcess(['flows', 'test', '--help'])
    for (const word of [
      'list',
      'test',
      'events',
      'deliveries',
      'retry',
      'secret',
      'import',
      'export',
      'delete',
    ])
      expect(stdout).toContain(`signalbox flows ${word === 'list' ? '[list]' : word}`)
  })
})
