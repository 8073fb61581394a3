import { expect, it } from 'vitest'
import { crashImage, draft, ingest, tempLog } from './testing.js'

const PLAN = { planId: 'p', title: 'Move', steps: [{ id: 'a', title: 'Read', status: 'pending' }] }

it('keeps what only ephemeral events told of plan and usage over a kill', async () => {
  const { log, dataDir } = await tempLog()
  const { sessionId } = await log.commit(ingest('s', [draft('turn_started'), draft('plan_created', PLAN)]))
  const told = [
    draft('plan_step_started', { planId: 'p', stepId: 'a', title: 'Read', status: 'in_progress' }),
    draft('usage_update', { model: 'm', inputTokens: 12 }),
    draft('usage_context', { contextTokens: 5, maxContextTokens: 10 }),
  ]
  for (const one of told) {
    await log.commit(ingest('s', [one]))
    const before = await log.snapshot(sessionId)
    const { log: after } = await tempLog({ dataDir: crashImage(dataDir) })
    const { plan, usage } = (await after.snapshot(sessionId)) ?? {}
    expect({ plan, usage }).toEqual({ plan: before?.plan, usage: before?.usage })
    await after.close()
  }
  expect((await log.snapshot(sessionId))?.usage.total.inputTokens).toBe(12)
})

it('writes nothing for the pieces of an answer, and its segments where they were', async () => {
  const { log, dataDir, published } = await tempLog()
  const { sessionId } = await log.commit(ingest('s', [draft('turn_started')]))
  await log.commit(
    ingest('s', [draft('text_delta', { text: 'Let me ' }), draft('text_delta', { text: 'see.' })]),
  )
  await log.commit(ingest('s', [draft('tool_call', { toolCallId: 'c', toolName: 'ls', args: {} })]))
  const types = published.map(({ type }) => type).filter((type) => type !== 'watch_state')
  expect(types.slice(-4)).toEqual(['text_delta', 'text_delta', 'message_complete', 'tool_call'])
  const fromSeq = published.find(({ type }) => type === 'text_delta')?.seq
  const { log: after } = await tempLog({ dataDir: crashImage(dataDir) })
  const { events } = await after.reader.read(sessionId, { afterSeq: 0, limit: 100 })
  expect(
    events.filter(({ type }) => type === 'message_complete').map(({ data }) => JSON.parse(data)),
  ).toEqual([{ text: 'Let me see.', fromSeq }])
})
