import type { Event, EventType } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import type { RecentQuery } from '../log/log.js'
import { recentEvents } from './recent-events.js'

/** A log of this many events, of which every so manyth is a plan; a page looks at ten. */
function logOf(size: number, every: number) {
  const queries: RecentQuery[] = []
  const at = (offset: number, type: EventType): Event => ({
    ...{ v: 1, id: `e${offset}`, tenantId: 'local', sessionId: 's', seq: offset, offset, ts: offset, type },
    ...{ data: JSON.stringify({ notify: { type: 'new-plan', payload: { summary: `plan ${offset}` } } }) },
    source: { agent: 'x', via: 'notify' },
  })
  const reader = {
    async recentEvents(query: RecentQuery) {
      queries.push(query)
      const { beforeOffset = size + 1, limit } = query
      const from = Math.max(0, beforeOffset - 10)
      const offsets = Array.from({ length: beforeOffset - from }, (_, n) => beforeOffset - 1 - n)
      const found = offsets.filter((offset) => offset > 0 && offset % every === 0).slice(0, limit)
      const oldest = found.length < limit ? undefined : found.at(-1)
      return { events: found.map((offset) => at(offset, 'notify_new_plan')), lookedFrom: oldest ?? from }
    },
    session: async () => undefined,
  }
  return { reader, queries }
}

const summaries = ({ events }: { events: { summary: string }[] }) => events.map(({ summary }) => summary)

describe('recent events', () => {
  it('are found however far back they are', async () => {
    const { reader } = logOf(1_000, 300)
    const found = await recentEvents(reader, 'local', { type: 'notify_new_plan', limit: 2 }, () => true)
    expect(summaries(found)).toEqual(['plan 900', 'plan 600'])
    expect(found).not.toHaveProperty('partial')
    const all = await recentEvents(reader, 'local', { limit: 20 }, () => true)
    expect(summaries(all)).toEqual(['plan 900', 'plan 600', 'plan 300'])
    expect(all).not.toHaveProperty('partial')
  })

  it('are looked for so long, and what was not looked at is said', async () => {
    const { reader, queries } = logOf(1_000, 300)
    let left = 12
    const found = await recentEvents(reader, 'local', { limit: 20 }, () => left-- > 0)
    expect([summaries(found), found.partial, queries.length]).toEqual([['plan 900'], true, 12])
  })
})
