import type { Client } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { findSession } from './find-session.js'

const ONE = '01994f3a-0000-7000-8000-0000deadbeef'
const TWO = '01994f3a-0000-7000-8000-0001deadbeef'

function clientWith(sessions: { id: string; aliases: { id: string }[] }[]): Client {
  return {
    async *sessions() {
      yield* sessions
    },
  } as unknown as Client
}

const client = clientWith([
  { id: ONE, aliases: [{ id: 'Codex 1' }, { id: 'cafe' }] },
  { id: TWO, aliases: [] },
])

describe('findSession', () => {
  it.each([
    ['a part of its uuid', '0deadbeef', ONE],
    ['what is too short for a part, as it is', 'bee', 'bee'],
    ['a name, as it is', 'Codex 1', 'Codex 1'],
    ['a name that looks like a part of a uuid', 'cafe', 'cafe'],
    ['a uuid, without asking', ONE.replace('dead', 'feed'), ONE.replace('dead', 'feed')],
  ])('takes %s', async (_what, typed, id) => {
    expect(await findSession(client, typed)).toBe(id)
  })

  it('says that several fit', async () => {
    await expect(findSession(client, 'deadbeef')).rejects.toThrow('2 sessions fit "deadbeef"')
  })

  it('does not take nothing for a session', async () => {
    await expect(findSession(client, '')).rejects.toThrow(/ID of the session is empty.*signalbox sessions/)
  })

  it('says that there is none', async () => {
    await expect(findSession(client, 'abcdef')).rejects.toThrow(/no session "abcdef".*signalbox sessions/)
  })
})
