import { FLOW_CONFIG_EXAMPLE, FLOW_EVENT_TYPES } from '@signalbox/protocol/flow'
import { describe, expect, it } from 'vitest'
import { type Answer, postNotify, send } from '../../testing.js'
import { FlowDoorInHand, problemOf, TOAST } from './flow-door.fixture.js'

const flows = new FlowDoorInHand()

describe('a dry run', () => {
  const envelope = { session_id: 'Codex 1', payload: { type: 'new-plan', summary: 'Three steps' } }

  it('shows what matches, what would be said, and why others do not match', async () => {
    await flows.put(FLOW_CONFIG_EXAMPLE)
    await flows.putTrigger('other', { event_type: 'turn_complete' })
    const { status, json } = await flows.dryRun({ event: envelope })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      event: { type: 'notify_new_plan', session_id: 'Codex 1' },
      fields: { summary: 'Three steps', 'notify.type': 'new-plan' },
      matches: [
        {
          trigger_id: 'plan-created',
          label: 'New plan created',
          activities: [
            {
              activity_id: 'toast_notification',
              index: 0,
              rendered: { level: 'info', message: 'Three steps' },
            },
            { activity_id: 'spawn_agent_session', index: 1, problem: 'no agent coder is declared' },
          ],
        },
      ],
      unmatched: [{ trigger_id: 'other', reason: 'it waits for turn_complete, and this is notify_new_plan' }],
    })
  })

  const told = (answer: Answer) =>
    (answer.json.matches as { trigger_id: string; event_type: string }[]).map((one) => [
      one.trigger_id,
      one.event_type,
    ])

  it('shows what else an envelope is, and leaves nothing of it behind', async () => {
    for (const type of ['turn_complete', 'attention_raised', 'session_created', 'agent_notification'])
      await flows.putTrigger(type, { event_type: type, where: { 'session.id': 'Dry' }, bindings: [TOAST] })
    await flows.putTrigger('said', {
      event_type: 'turn_complete',
      where: { finalText: 'Done.' },
      bindings: [{ ...TOAST, config: { level: 'info', message_template: '{{type}}: {{final_text}}' } }],
    })
    await flows.putTrigger('not', { event_type: 'turn_complete', where: { finalText: 'Broken' } })
    const complete = {
      session_id: 'Dry 1',
      payload: {
        type: 'agent-turn-complete',
        'thread-id': 't-dry',
        'turn-id': 'u-1',
        'last-assistant-message': 'Done.',
      },
    }
    const answer = await flows.dryRun({ event: complete })
    expect(answer.json.event).toEqual({ type: 'notify_event', session_id: 'Dry 1' })
    expect(told(answer)).toEqual([
      ['session_created', 'session_created'],
      ['said', 'turn_complete'],
      ['turn_complete', 'turn_complete'],
    ])
    expect(answer.json.matches).toMatchObject([
      {},
      { activities: [{ rendered: { message: 'turn_complete: Done.' } }] },
      {},
    ])
    expect(answer.json.unmatched).toContainEqual({
      trigger_id: 'not',
      reason: 'finalText is "Done.", not "Broken"',
    })
    expect((await send(flows.gateway, 'GET', '/api/sessions?limit=1000')).text).not.toContain('Dry 1')

    const asks = { type: 'approval-requested', 'thread-id': 't-dry', 'turn-id': 'u-1', description: 'rm' }
    expect(told(await flows.dryRun({ event: { session_id: 'Dry 1', payload: asks } }))).toContainEqual([
      'attention_raised',
      'attention_raised',
    ])
    const notification = { type: 'notification', message: 'Look here' }
    expect(
      told(await flows.dryRun({ event: { session_id: 'Dry 1', payload: notification } })),
    ).toContainEqual(['agent_notification', 'agent_notification'])
  })

  it('sees what really happens: the same triggers for the same envelope', async () => {
    const types = FLOW_EVENT_TYPES.filter((type) => !['toast', 'session_deleted'].includes(type))
    await flows.put({
      version: 1,
      triggers: types.map((type) => ({ id: type, event_type: type, where: { 'session.id': 'Real 1' } })),
      bindings_by_trigger_id: Object.fromEntries(types.map((type) => [type, []])),
    })
    const turn = { 'thread-id': 't-real', 'turn-id': 'u-1' }
    for (const payload of [
      { type: 'session-start', ...turn },
      { type: 'user-prompt-submit', ...turn, prompt: 'Hello' },
      { type: 'approval-requested', ...turn, 'call-id': 'c', description: 'rm' },
      {
        type: 'agent-turn-complete',
        ...turn,
        'input-messages': ['Another'],
        'last-assistant-message': 'Done.',
      },
      { type: 'notification', message: 'Look' },
      { type: 'new-plan', summary: 'x' },
    ]) {
      const foreseen = told(await flows.dryRun({ event: { session_id: 'Real 1', payload } })).map(
        ([, type]) => type,
      )
      const { events: before } = (await flows.get('recent-events?limit=1')).json as {
        events: { id: string }[]
      }
      await postNotify(flows.gateway, 'Real 1', payload)
      const { events } = (await flows.get('recent-events?limit=100')).json as {
        events: { id: string; type: string }[]
      }
      const known = events.findIndex(({ id }) => id === before[0]?.id)
      const happened = (known < 0 ? events : events.slice(0, known)).map(({ type }) => type)
      // What was told before by its fact is not told again, which nobody can foresee.
      expect([payload.type, foreseen.filter((type) => type !== 'turn_started')]).toEqual([
        payload.type,
        happened.reverse().filter((type) => type !== 'turn_started'),
      ])
    }
  })

  const tries = async (activity_id: string, config: object) => {
    const trigger = { id: 'try', event_type: 'plan-new', bindings: [{ activity_id, config }] }
    const { json } = await flows.dryRun({ event: envelope, trigger })
    const [match] = json.matches as { activities: { rendered: Record<string, string>; problem?: string }[] }[]
    return match?.activities[0] ?? { rendered: {} }
  }

  it('shows what would be typed, with a word for what is not there yet', async () => {
    const config = {
      message_template: 'Look: {{summary}}',
      target_session_id: 'nobody',
      include_terminal_output: true,
    }
    const { rendered, problem } = await tries('send_to_terminal', config)
    const message = 'Look: Three steps\n\n…the last 50 lines of the session…'
    expect(rendered).toMatchObject({
      message,
      typed: `<signalbox-message from="flow try">${message}</signalbox-message>`,
    })
    expect(problem).toBe('there is no session "nobody"')
    const inside = { ...config, message_template: '{{output_tail}} of {{summary}}', output_tail_lines: 3 }
    expect((await tries('send_to_terminal', inside)).rendered.message).toBe(
      '…the last 3 lines of the session… of Three steps',
    )
    const none = { ...config, include_terminal_output: false }
    expect((await tries('send_to_terminal', none)).rendered.message).toBe('Look: Three steps')
  })

  it('says that nobody is there to type to', async () => {
    const to = async (target: object) =>
      (await tries('send_to_terminal', { message_template: 'x', ...target })).problem
    expect(await to({ target_agent_name: 'nobody' })).toBe('no session of "nobody" runs')
    await postNotify(flows.gateway, 'Target 1', { type: 'x' })
    expect(await to({ target_session_id: 'Target 1' })).toBe('its agent is in no tmux pane of this machine')
  })

  it('says that nothing is posted to a private address, and so does who saves it', async () => {
    const said = (place: string) => expect.stringContaining(`add "${place}" to SIGNALBOX_WEBHOOK_ALLOW`)
    for (const [url, place] of [
      ['http://127.0.0.1:9000/', '127.0.0.1:9000'],
      ['http://localhost/', 'localhost:80'],
      [
        `http://127.0.0.1:${new URL(flows.gateway.url).port}/`,
        `127.0.0.1:${new URL(flows.gateway.url).port}`,
      ],
    ] as const) {
      expect((await tries('post_webhook', { url })).problem).toEqual(said(place))
      const saved = await flows.putTrigger('hook', {
        event_type: 'plan-new',
        bindings: [{ activity_id: 'post_webhook', config: { url } }],
      })
      expect(saved.json.warnings).toEqual([
        { trigger_id: 'hook', field: 'bindings[0].config.url', message: said(place) },
      ])
    }
    expect((await tries('post_webhook', { url: 'http://93.184.216.34/' })).problem).toBeUndefined()
  })

  it('tries one trigger by its id, or one that is not saved', async () => {
    await flows.put(FLOW_CONFIG_EXAMPLE)
    expect((await flows.dryRun({ event: envelope, trigger: 'plan-created' })).json.matches).toHaveLength(1)
    expect(problemOf(await flows.dryRun({ event: envelope, trigger: 'nobody' }))).toEqual([
      404,
      'not_found',
      'trigger',
    ])
    const trigger = {
      id: 'draft',
      event_type: 'plan-new',
      where: { 'session.id': 'Codex' },
      bindings: [TOAST],
    }
    const silent = { ...envelope, payload: { type: 'new-plan' } }
    expect((await flows.dryRun({ event: silent, trigger })).json).toMatchObject({
      matches: [{ trigger_id: 'draft', activities: [{ problem: 'the message is empty' }] }],
      unmatched: [],
    })
    expect((await flows.get('config')).json).toEqual(FLOW_CONFIG_EXAMPLE)
  })

  it('works on recorded events, which are listed with their ids', async () => {
    await flows.put(FLOW_CONFIG_EXAMPLE)
    const payload = { type: 'new-plan', summary: 'Recorded\nplan' }
    await postNotify(flows.gateway, 'Codex 1', payload, { event_id: `mine-${Date.now()}` })
    const { events } = (await flows.get('recent-events?event_type=plan-new&limit=1')).json as {
      events: { id: string }[]
    }
    expect(events).toMatchObject([
      {
        ...{ type: 'notify_new_plan', session_id: 'Codex 1' },
        ...{ summary: 'Recorded plan', notify_type: 'new-plan' },
      },
    ])
    const id = events[0]?.id
    const answer = await flows.dryRun({ event: { id } })
    expect(answer.json).toMatchObject({
      event: { id, type: 'notify_new_plan', session_id: 'Codex 1' },
      matches: [{ activities: [{ rendered: { message: 'Recorded\nplan' } }, {}] }],
    })
    expect(problemOf(await flows.dryRun({ event: { id: 'nobody' } }))).toEqual([404, 'not_found', 'event.id'])
    expect(((await flows.get('recent-events')).json.events as unknown[]).length).toBeGreaterThan(1)
    expect((await flows.get('recent-events?event_type=nope')).json.field).toBe('event_type')
    expect((await flows.get('recent-events?limit=0')).json.field).toBe('limit')
  })

  it.each(['turn_complete', 'work-finish', 'permission_requested'])(
    'works on the sample of %s',
    async (sample) => {
      const trigger = { id: 'x', event_type: sample, bindings: [TOAST] }
      expect((await flows.dryRun({ event: { sample }, trigger })).json.matches).toHaveLength(1)
    },
  )

  it.each<[string, unknown, unknown[]]>([
    ['no event', {}, [400, 'invalid_request', 'event']],
    ['an event that is none', { event: 'x' }, [400, 'invalid_request', 'event']],
    ['an unknown field', { event: envelope, dry: true }, [400, 'invalid_request', 'dry']],
    [
      'an unknown field of the event',
      { event: { ...envelope, source: 'x' } },
      [400, 'invalid_request', 'event.source'],
    ],
    ['no payload', { event: { session_id: 'x' } }, [422, 'missing_payload', 'event.payload']],
    ['no type', { event: { session_id: 'x', payload: {} } }, [422, 'invalid_payload', 'event.payload.type']],
    ['both', { event: { id: 'x', sample: 'y' } }, [400, 'invalid_request', 'event.sample']],
    ['a number for an id', { event: { id: 7 } }, [400, 'invalid_request', 'event.id']],
    ['an unknown sample', { event: { sample: 'constructor' } }, [400, 'invalid_request', 'event.sample']],
    [
      'a bad trigger',
      { event: envelope, trigger: { id: 'x' } },
      [400, 'invalid_request', 'trigger.event_type'],
    ],
  ])('is refused with %s', async (_what, body, problem) => {
    expect(problemOf(await flows.dryRun(body))).toEqual(problem)
  })
})
