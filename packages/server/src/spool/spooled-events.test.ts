import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { postHook } from '../held/testing.js'
import { tempDir } from '../log/testing.js'
import { type Frame, send, testGateway } from '../testing.js'

const AT = 1_794_770_905_000

/** What a hook that does not reach the gateway leaves behind. */
function leave(dataDir: string, nth: number, head: Record<string, string>, payload: object): string {
  const spool = join(dataDir, 'spool')
  mkdirSync(spool, { recursive: true })
  const lines = Object.entries({ version: '1', 'event-id': `e-${nth}`, ...head })
  const text = lines.map(([name, value]) => `${name}: ${value}\n`).join('')
  const path = join(spool, `${AT + nth}-4711-${nth}.event`)
  writeFileSync(path, `${text}\n${JSON.stringify(payload)}`)
  return path
}

it('tells what was left while no gateway ran: in order, late, once, and asks nobody', async () => {
  const dataDir = tempDir()
  const hook = (name: string, more: object = {}) => ({ session_id: 's', hook_event_name: name, ...more })
  const prompt = hook('UserPromptSubmit', { prompt_id: 'p', prompt: 'Go' })
  const claude = { agent: 'claude', pid: '4711', host: 'box' }
  leave(dataDir, 1, { ...claude, 'occurred-at': String(AT) }, hook('SessionStart'))
  leave(dataDir, 2, claude, prompt)
  const tool = { prompt_id: 'p', tool_name: 'Bash', tool_input: { command: 'ls' } }
  leave(dataDir, 3, claude, hook('PermissionRequest', tool))
  const last = leave(dataDir, 4, claude, hook('Stop', { prompt_id: 'p', last_assistant_message: 'Done.' }))
  const notify = { session_id: 'Box 1', payload: { type: 'approval-requested', 'approval-type': 'exec' } }
  const noted = leave(dataDir, 5, { notify: 'Box 1' }, notify)
  writeFileSync(join(dataDir, 'spool', `${AT + 7}-1-1.event`), 'half a fi')

  const gateway = await testGateway({ dataDir, overrides: { journal: () => {} } })
  await expect.poll(() => readdirSync(join(dataDir, 'spool')), { timeout: 5000 }).toEqual(['bad'])
  const told = async (session: string) => {
    const { json } = await send(gateway, 'GET', `/api/sessions/${encodeURIComponent(session)}/events`)
    return json.events as Frame[]
  }
  const events = await told('s')
  const brief = events.filter(({ type }) => /^(turn_|user_|permission_|request_)/.test(type))
  expect(brief.map(({ type }) => type)).toEqual([
    'turn_started',
    'user_message',
    'permission_requested',
    'request_closed',
    'turn_complete',
  ])
  for (const event of brief) expect(event).toMatchObject({ late: true })
  expect(brief[1]).toMatchObject({ occurredAt: AT + 2 })
  expect(events.find(({ type }) => type === 'session_state')).toMatchObject({ late: true, occurredAt: AT })
  const noticed = await told('Box 1')
  expect(noticed.find(({ type }) => type === 'notify_event')).toMatchObject({
    late: true,
    occurredAt: AT + 5,
    notify: { eventId: 'e-5' },
  })
  expect((await send(gateway, 'GET', '/api/attention')).json.attention).toEqual([])

  // The same call that reached the gateway after all, and files that were told before the gateway could remove them.
  await postHook(gateway, 'claude', prompt, { 'event-id': 'e-2' })
  leave(dataDir, 4, claude, hook('Stop', { prompt_id: 'p', last_assistant_message: 'Done.' }))
  leave(dataDir, 5, { notify: 'Box 1' }, notify)
  await expect.poll(() => existsSync(last) || existsSync(noted), { timeout: 5000 }).toBe(false)
  expect(await told('s')).toHaveLength(events.length)
  expect(await told('Box 1')).toHaveLength(noticed.length)
})

it('puts aside a notify that its door would not take: more than 1 MiB', async () => {
  const dataDir = tempDir()
  const told = (length: number) => ({ session_id: 'Box 2', payload: { type: 'x', text: 'y'.repeat(length) } })
  const frame = JSON.stringify(told(0)).length
  const long = leave(dataDir, 1, { notify: 'Box 2' }, told(1024 * 1024 - frame + 1))
  leave(dataDir, 2, { notify: 'Box 2' }, told(1024 * 1024 - frame))
  const gateway = await testGateway({ dataDir, overrides: { journal: () => {} } })
  await expect.poll(() => readdirSync(join(dataDir, 'spool')), { timeout: 5000 }).toEqual(['bad'])
  expect(readdirSync(join(dataDir, 'spool', 'bad'))).toEqual([basename(long)])
  const { json } = await send(gateway, 'GET', '/api/sessions/Box%202/events')
  const noted = (json.events as Frame[]).filter(({ type }) => type === 'notify_event')
  expect(noted.map(({ notify }) => (notify as { eventId: string }).eventId)).toEqual(['e-2'])
})
