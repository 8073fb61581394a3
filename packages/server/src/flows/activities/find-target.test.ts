import type { SessionMeta } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { runningSessionOf, sessionNamed } from './find-target.js'

type Told = Partial<SessionMeta> & { id: string }

/** Newest first, in pages, as the log has them. */
function readerOf(...told: Told[]) {
  const all = told.map((one) => ({
    name: null,
    agentType: 'codex',
    status: 'ready',
    archived: false,
    ...one,
  }))
  const pages: string[] = []
  const reader = {
    resolve: async (_tenant: string, id: string) => (id === 'alias' ? 'by-alias' : undefined),
    session: async () => undefined,
    sessions: async ({ limit, cursor = '0' }: { limit: number; cursor?: string }) => {
      pages.push(cursor)
      const end = Number(cursor) + limit
      return {
        sessions: all.slice(Number(cursor), end) as SessionMeta[],
        next: end < all.length ? String(end) : null,
      }
    },
  }
  return { reader, pages }
}

describe('sessionNamed', () => {
  it('finds by any id, then by name', async () => {
    const { reader } = readerOf({ id: 'new', name: 'reviewer 1' }, { id: 'old', name: 'Reviewer 1' })
    expect(await sessionNamed(reader, 'local', ' alias ')).toBe('by-alias')
    expect(await sessionNamed(reader, 'local', 'Reviewer 1')).toBe('old')
    expect(await sessionNamed(reader, 'local', 'REVIEWER 1')).toBe('new')
    expect(await sessionNamed(reader, 'local', 'Reviewer')).toBeUndefined()
  })
})

describe('runningSessionOf', () => {
  it('finds the newest that runs, first by the very name of the agent', async () => {
    const { reader } = readerOf(
      { id: 'ended', agentType: 'Coder', status: 'inactive' },
      { id: 'broken', agentType: 'Coder', status: 'error' },
      { id: 'called', name: 'CODER 2' },
      { id: 'other letters', agentType: 'coder' },
      { id: 'it', agentType: 'Coder', status: 'running' },
      { id: 'older', agentType: 'Coder' },
    )
    expect(await runningSessionOf(reader, 'local', 'Coder')).toBe('it')
    expect(await runningSessionOf(reader, 'local', 'coder ')).toBe('other letters')
    expect(await runningSessionOf(reader, 'local', 'CODER')).toBe('other letters')
    expect(await runningSessionOf(reader, 'local', 'coder 2')).toBe('called')
    expect(await runningSessionOf(reader, 'local', 'nobody')).toBeUndefined()
  })

  it('looks through many sessions, but not through all there ever were', async () => {
    const many = Array.from({ length: 450 }, (_, n): Told => ({ id: `s${n}` }))
    const { reader, pages } = readerOf(...many, { id: 'last', agentType: 'deep' })
    expect(await runningSessionOf(reader, 'local', 'deep')).toBe('last')
    expect(pages).toEqual(['0', '200', '400'])
    const endless = readerOf(...Array.from({ length: 3000 }, (_, n): Told => ({ id: `s${n}` })))
    expect(await runningSessionOf(endless.reader, 'local', 'deep')).toBeUndefined()
    expect(endless.pages).toHaveLength(10)
  })
})
