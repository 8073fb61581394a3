import { describe, expect, it } from 'vitest'
import { draft, ingest, tempLog } from './testing.js'

describe('a log between others', () => {
  it('refuses what cannot cross to another thread, and only that', async () => {
    const reports: unknown[] = []
    const { log } = await tempLog({ report: (fault) => void reports.push(fault) })
    const odd = { toolCallId: 'tc', toolName: 'x', args: (() => 1) as never }
    const [first, bad, last] = await Promise.allSettled([
      log.commit(ingest('a', [draft('tool_call', { toolCallId: 'tc', toolName: 'x', args: {} })])),
      log.commit(ingest('a', [draft('tool_call', odd)])),
      log.commit(ingest('b', [draft('turn_complete', { finalText: 'x' })])),
    ])
    expect([first?.status, bad?.status, last?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(bad).toMatchObject({ reason: { kind: 'internal' } })
    expect(reports).toHaveLength(1)
    expect(await log.commit(ingest('a', [draft('turn_complete', { finalText: 'y' })]))).toBeDefined()
  })

  it('answers everyone though a listener throws, and tells the other listeners', async () => {
    const reports: unknown[] = []
    const { log, published } = await tempLog({ report: (fault) => void reports.push(fault) })
    log.onPublish(() => {
      throw new Error('broken')
    })
    const heard: string[] = []
    log.onPublish((events) => void heard.push(...events.map(({ type }) => type)))
    const first = await log.commit(ingest('a', [draft('turn_complete', { finalText: 'x' })]))
    const second = await log.commit(ingest('b', [draft('turn_complete', { finalText: 'y' })]))
    expect(first.sessionId).not.toBe(second.sessionId)
    expect(heard).toEqual(published.map(({ type }) => type))
    expect(reports).toHaveLength(2)
  })
})
