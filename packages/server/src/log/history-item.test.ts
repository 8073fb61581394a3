import type { JsonObject } from '@signalbox/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Log } from './log.js'
import { draft, ingest, tempLog } from './testing.js'

let log: Log

beforeEach(async () => {
  log = (await tempLog()).log
})

const spec = (root: string): JsonObject => ({ root, elements: {}, state: {} })
const made = (uiId: string) => draft('ui.spec_complete', { uiId, spec: spec(uiId) })
const done = (finalText: string, stopReason?: string) =>
  draft('turn_complete', { finalText, ...(stopReason === undefined ? {} : { stopReason }) })

async function history(name = 's') {
  return (await log.reader.history((await log.reader.resolve('local', name)) ?? '', null, 50)).items
}

describe('the conversation', () => {
  it('shows what was said and answered, and no segment of an answer again', async () => {
    await log.commit(
      ingest('s', [
        draft('turn_started'),
        draft('user_message', { content: 'Hi', via: 'test' }),
        draft('message_complete', { text: 'Let me see. ' }),
        draft('tool_call', { toolCallId: 'c', toolName: 'exec', args: {} }),
        draft('message_complete', { text: 'Done.' }),
        done('Let me see. Done.'),
      ]),
    )
    const items = await history()
    expect(items.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Hi'],
      ['assistant', 'Let me see. Done.'],
    ])
    for (const item of items) expect(item).not.toHaveProperty('metadata')
    expect(items[1]?.turnId).toMatch(/^turn_/)
  })

  it('does not show a turn that failed as an answer', async () => {
    await log.commit(
      ingest('s', [
        draft('text_delta', { text: 'So f' }),
        draft('turn_error', { message: 'gone', code: 'AGENT_DISCONNECTED' }),
      ]),
    )
    expect(await history()).toEqual([])
  })

  it('says which answers were interrupted', async () => {
    await log.commit(ingest('s', [draft('turn_started'), done('So far', 'user_stopped')]))
    expect(await history()).toMatchObject([{ content: 'So far', metadata: { interrupted: true } }])
  })
})

describe('what an agent says beside its turns', () => {
  const notification = (message: string) =>
    draft('agent_notification', {
      message,
      canonical_type: 'agent_notification',
      hook_event_type: 'notification',
      message_intent: 'ctrl_activity',
      delivery_scope: 'CTRL',
    })
  const notify = (payload: JsonObject) =>
    draft('notify_event', { notify: { type: String(payload.type), payload } })

  it('is part of the conversation, told once', async () => {
    const task = draft('task_notification', { taskId: 'b2', summary: 'Build completed', status: 'completed' })
    await log.commit(ingest('s', [notification('Build completed'), task]))
    expect(await history()).toMatchObject([{ role: 'system', content: 'Build completed' }])
  })

  it('stands there in the place of the payload it was read from', async () => {
    const message = 'Claude is waiting for your input'
    await log.commit({
      ...ingest('s', [notify({ type: 'notification', message }), notification(message)]),
      eventId: 'n1',
    })
    expect(await history()).toMatchObject([{ role: 'system', content: message }])
  })

  it('is read out of a payload nobody maps, without what is for the model, and the payload is kept', async () => {
    const message = '<system-reminder>for the model alone</system-reminder>\nDone.'
    await log.commit(ingest('s', [notify({ type: 'note', message })]))
    await log.commit(ingest('s', [notify({ type: 'plan', heading: 'Route events' })]))
    await log.commit(ingest('s', [notify({ type: 'session-start', model: 'gpt-5' })]))
    expect((await history()).map(({ role, content }) => [role, content])).toEqual([
      ['system', 'Done.'],
      ['system', 'Route events'],
      ['system', 'session-start'],
    ])
    const id = (await log.reader.resolve('local', 's')) ?? ''
    const { events } = await log.reader.read(id, { afterSeq: 0, limit: 100, types: ['notify_event'] })
    expect(JSON.parse(events[0]?.data ?? '')).toMatchObject({ notify: { payload: { message } } })
  })
})

describe('the interface a turn made', () => {
  it('is with its answer, in order, and with no other', async () => {
    await log.commit(ingest('s', [draft('turn_started'), made('b'), made('a'), done('Here.')]))
    await log.commit(ingest('s', [draft('turn_started'), done('Nothing to show.')]))
    await log.commit(ingest('s', [draft('turn_started'), made('c'), done('Cut', 'user_stopped')]))
    const items = await history()
    expect(items.map(({ metadata }) => metadata)).toEqual([
      {
        uiSpecs: [
          { uiId: 'b', spec: spec('b') },
          { uiId: 'a', spec: spec('a') },
        ],
      },
      undefined,
      { interrupted: true, uiSpecs: [{ uiId: 'c', spec: spec('c') }] },
    ])
  })

  it('is shown also when nothing was said with it', async () => {
    await log.commit(ingest('s', [draft('turn_started'), made('a')]))
    await log.commit(ingest('s', [done('')]))
    await log.commit(ingest('s', [draft('turn_started'), done('')]))
    expect(await history()).toMatchObject([{ content: '', metadata: { uiSpecs: [{ uiId: 'a' }] } }])
  })

  it('stays with its session', async () => {
    const turnId = 'turn_same'
    for (const name of ['s', 'other']) {
      const drafts = [draft('turn_started', {}, { turnId }), made(name), done('x')]
      await log.commit(ingest(name, drafts))
    }
    expect(await history()).toMatchObject([{ turnId, metadata: { uiSpecs: [{ uiId: 's' }] } }])
    expect((await history())[0]?.metadata?.uiSpecs).toHaveLength(1)
  })
})
