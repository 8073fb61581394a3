import type { SessionMeta, SessionState } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { NO_PANE } from './activities/send-to-terminal.js'
import { ActivityProblems, type ActivityProblemsDeps, type TriedActivity } from './activity-problems.js'
import { WebhookAddresses } from './webhook-address.js'

const NAMES: Readonly<Record<string, string>> = {
  'inside.example.com': '10.1.2.3',
  'hooks.example.com': '8.8.8.8',
}

/** Problems over names in the hand of the test; those it does not know are never answered. */
function problems(more: Partial<ActivityProblemsDeps> = {}) {
  const asked: string[] = []
  const clock = { now: 0 }
  const addresses = new WebhookAddresses({
    allow: [],
    ownPort: () => 8080,
    resolve: (name) => {
      asked.push(name)
      const address = NAMES[name]
      return address === undefined ? new Promise(() => {}) : Promise.resolve([{ address, family: 4 }])
    },
  })
  const found = new ActivityProblems({
    log: {
      snapshot: async () => undefined,
      reader: {
        resolve: async (_tenant, id) => (id === 'here' ? 'uuid' : undefined),
        session: async () => undefined,
        sessions: async () => ({ sessions: [], next: null }),
      },
    },
    agents: () => ['coder'],
    addresses,
    typist: { paneOf: () => undefined },
    now: () => clock.now,
    ...more,
  })
  const hook = (url: string, asksNames = true) =>
    found.during({ tenantId: 'local', asksNames })({
      activity_id: 'post_webhook',
      config: { url },
      rendered: {},
    })
  return { found, hook, asked, clock }
}

const META = { agentType: 'Claude', status: 'ready', archived: false }
const trying = { tenantId: 'local', asksNames: true }

describe('ActivityProblems', () => {
  it('says what a literal address or a name of this machine would come to, asking nobody', async () => {
    const { hook, asked } = problems()
    expect(await hook('http://127.0.0.1:9/', false)).toContain('is a private address')
    expect(await hook('http://localhost/')).toContain('is a private address')
    expect(await hook('http://8.8.8.8/', false)).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('asks where a name leads only for those who may know, and not again for a while', async () => {
    const { hook, asked, clock } = problems()
    expect(await hook('http://inside.example.com/', false)).toBeUndefined()
    expect(asked).toEqual([])
    for (let n = 0; n < 3; n++)
      expect(await hook('http://inside.example.com/')).toContain('inside.example.com (10.1.2.3) is a private')
    expect(await hook('http://hooks.example.com/')).toBeUndefined()
    expect(asked).toEqual(['inside.example.com', 'hooks.example.com'])
    clock.now = 60_001
    await hook('http://inside.example.com/')
    expect(asked).toHaveLength(3)
  })

  it('waits for no name, and asks for one at a time', async () => {
    const { hook, asked } = problems()
    const slow = ['http://slow.example/', 'http://other.example/', 'http://slow.example/'].map((url) =>
      hook(url),
    )
    expect(await Promise.all(slow)).toEqual([undefined, undefined, undefined])
    expect(asked).toEqual(['slow.example'])
  })

  it.each([
    ['an agent that is not declared', { agent_id: 'nobody' }, 'no agent nobody is declared'],
    ['one that is', { agent_id: 'coder' }, undefined],
  ])('tells of %s', async (_what, config, problem) => {
    const { found } = problems()
    const problemOf = found.during(trying)
    expect(await problemOf({ activity_id: 'spawn_agent_session', config, rendered: {} })).toBe(problem)
  })

  it.each([
    ['a session that is not there', { target_session_id: 'gone' }, 'there is no session "gone"'],
    ['an agent that does not run', { target_agent_name: 'codex' }, 'no session of "codex" runs'],
    ['one that is there', { target_session_id: 'here' }, undefined],
  ])('tells of %s', async (_what, config, problem) => {
    const { found } = problems()
    const activity = { activity_id: 'send_to_terminal', config, rendered: { message: 'x' } } as const
    const problemOf = found.during(trying)
    expect(await problemOf(activity)).toBe(problem)
    expect(await problemOf({ ...activity, rendered: { message: ' ' } })).toBe('the message is empty')
  })

  it('reads the sessions once for all activities of a dry run, and looks once at each target', async () => {
    const read = { resolve: 0, sessions: 0, snapshot: 0 }
    const sessions = Array.from({ length: 1000 }, (_, n) => ({ id: `s${n}`, name: `Codex ${n}`, ...META }))
    const { found } = problems({
      log: {
        snapshot: async () => {
          read.snapshot++
          return { meta: { origin: 'observed' } } as SessionState
        },
        reader: {
          session: async () => undefined,
          resolve: async () => {
            read.resolve++
            return undefined
          },
          sessions: async ({ limit, cursor = '0' }) => {
            read.sessions++
            const end = Number(cursor) + limit
            const page = sessions.slice(Number(cursor), end) as SessionMeta[]
            return { sessions: page, next: end < sessions.length ? String(end) : null }
          },
        },
      },
    })
    const targets = [
      ...['nobody', 'Codex 1', 'CODEX 1', 'codex 999'].map((id) => ({ target_session_id: id })),
      ...['nobody', 'codex 1', 'codex'].map((name) => ({ target_agent_name: name })),
    ]
    const activities = Array.from({ length: 1000 }, (_, n) => ({
      activity_id: 'send_to_terminal' as const,
      config: targets[n % targets.length] ?? {},
      rendered: { message: 'x' },
    }))
    const problemOf = found.during(trying)
    const told = await Promise.all(activities.map(problemOf))
    expect(told.slice(0, targets.length)).toEqual([
      ...['there is no session "nobody"', NO_PANE, NO_PANE, NO_PANE],
      ...['no session of "nobody" runs', NO_PANE, NO_PANE],
    ])
    // 1, 999 and 0 are looked at.
    expect(read).toEqual({ resolve: 4, sessions: 1, snapshot: 3 })
    // The next one sees what is then.
    await found.during(trying)(activities[0] as TriedActivity)
    expect(read.sessions).toBe(2)
  })
})
