import { request } from 'node:http'
import { type ActivityEvent, activityFaults } from '@signalbox/protocol/harmonize'
import { describe, expect, it } from 'vitest'
import { postNotify, send, TestClient, type TestGateway, testGateway } from '../../testing.js'
import { type Block, StreamReader } from './testing.js'

const PATH = '/api/activity/stream'
const replayed = ({ event }: Block) => event === 'replay_complete'
const isActivity = ({ data, event }: Block) => data !== undefined && event === undefined
const said = ({ data }: Block) => JSON.parse(data ?? '') as ActivityEvent
const hooksOf = (blocks: Block[]) => blocks.filter(isActivity).map((block) => said(block).hook_event_type)

describe('the stream of activity of a whole gateway', () => {
  const listen = (gateway: TestGateway, query = '', headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${gateway.token}`
    return StreamReader.open(
      request(`${gateway.url}${PATH}${query}`, { headers: { authorization, ...headers } }),
    )
  }

  it('tells the prompt, the tools and the end of a turn, and goes on after a cut where it was', async () => {
    const gateway = await testGateway()
    const client = await TestClient.open(gateway)
    const created = await client.ask({ type: 'create_session', agentType: 'demo' })
    const { id } = (created as unknown as { session: { id: string } }).session
    const before = await listen(gateway, `?session=${id}`)
    const cursor = (await before.until(replayed)).at(-1)?.id ?? ''
    await client.join({ sessionId: id })
    client.send({ type: 'run_turn', sessionId: id, text: 'demo:tools' })
    const isStop = (block: Block) => isActivity(block) && said(block).canonical_type === 'agent_output_stop'
    const live = await before.until(isStop)
    expect(hooksOf(live)).toEqual([
      'user_prompt_submit',
      'tool_use',
      'tool_done',
      'tool_use',
      'tool_done',
      'agent_stop',
    ])
    const heard = live.filter(isActivity).map(said)
    expect(heard.map(({ session_id }) => session_id)).toEqual(Array(6).fill(id))
    expect(heard[1]).toMatchObject({ tool_name: 'read_file', tool_preview: 'src/auth.ts' })
    expect(heard[3]).toMatchObject({ tool_name: 'grep', tool_preview: 'AuthService' })
    expect(heard[5]?.summary).toMatch(/^I am the demo agent/)
    before.response.destroy()

    // Cut after each of them: what follows is the rest, once.
    const ids = [cursor, ...live.filter(isActivity).map((block) => block.id ?? '')]
    for (const [place, last] of ids.entries()) {
      const again = await listen(gateway, `?session=${id}`, { 'last-event-id': last })
      const rest = (await again.until(replayed)).filter(isActivity)
      expect(rest.map((block) => block.id)).toEqual(ids.slice(place + 1))
      expect(rest.map(said)).toEqual(heard.slice(place))
      again.response.destroy()
    }
  })

  it.each<[string, (gateway: TestGateway, message: string) => Promise<unknown>]>([
    ['notify', (gateway, message) => postNotify(gateway, 'Codex 1', { type: 'notification', message })],
    [
      'hook',
      (gateway, message) =>
        send(gateway, 'POST', '/hooks/claude', {
          body: { hook_event_name: 'Notification', session_id: 'abc', cwd: '/tmp', message },
        }),
    ],
  ])('tells a notification that came by %s without its tags, and what it was before', async (_way, tell) => {
    const gateway = await testGateway()
    const stream = await listen(gateway, '?types=agent_notification')
    await stream.until(replayed)
    const raw =
      '<task-notification>\n<task-id>b1</task-id>\n<summary>Build done</summary>\n</task-notification>'
    await tell(gateway, raw)
    const activity = said((await stream.next()) ?? {})
    expect(activityFaults(activity)).toEqual([])
    expect(activity).toMatchObject({
      canonical_type: 'agent_notification',
      hook_event_type: 'notification',
      message_intent: 'ctrl_activity',
      delivery_scope: 'CTRL',
      message: 'Build done',
      raw_message: raw,
    })
  })

  it('tells a turn of Codex that was told by notify, also after a restart', async () => {
    const gateway = await testGateway()
    const stream = await listen(gateway)
    await stream.until(replayed)
    await postNotify(gateway, 'Codex 1', {
      type: 'agent-turn-complete',
      'thread-id': 't',
      'turn-id': '1',
      'input-messages': ['Fix it'],
      'last-assistant-message': 'Fixed.\n\nTwo files changed.',
    })
    const blocks = await stream.until(
      (block) => isActivity(block) && said(block).hook_event_type === 'agent_stop',
    )
    expect(blocks.filter(isActivity).map(said)).toMatchObject([
      { canonical_type: 'user_prompt_submit' },
      { canonical_type: 'agent_output_stop', summary: 'Fixed.' },
    ])
    const [first] = blocks
    await gateway.close('test')
    const again = await testGateway({ dataDir: gateway.dataDir })
    const resumed = await listen(again, '', { 'last-event-id': first?.id ?? '' })
    const rest = (await resumed.until(replayed)).filter(isActivity)
    expect(rest).toEqual(blocks.slice(1))
  })
})
