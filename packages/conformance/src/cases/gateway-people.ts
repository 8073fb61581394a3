import type { ConformanceCase } from '../case.js'
import { type Context, sessionPath } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'

interface Viewer {
  name: string
  sessions: string[]
}

const MOST_LOOKS = 200
const VIEWER = { name: is.text, since: is.number, current: is.oneOf(true, false) }

/** Those who have joined a session. */
async function lookingAt(context: Context, sessionId: string): Promise<Viewer[]> {
  const { status, json } = await context.http({ path: '/api/viewers' })
  expectSame('the status', status, 200)
  return (json as { viewers: Viewer[] }).viewers.filter(({ sessions }) => sessions.includes(sessionId))
}

/** What a page for people asks beside the events. */
export const gatewayPeople: readonly ConformanceCase[] = [
  {
    id: 'rest-viewers',
    verifies: ['GATEWAY-807'],
    title: 'who joins a session looks at it until they leave',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'x' })
      const [{ json: session }, client] = await Promise.all([
        context.http({ path: sessionPath(name) }),
        context.client(),
      ])
      const { id } = session as { id: string }
      expectSame('before', await lookingAt(context, id), [])
      await client.join({ sessionId: id })
      expectMatch('joined', await lookingAt(context, id), [VIEWER])
      client.send({ type: 'leave_session', sessionId: id })
      // A leave has no answer: it is looked for until it is done.
      let left = await lookingAt(context, id)
      for (let looks = 1; looks < MOST_LOOKS && left.length > 0; looks += 1)
        left = await lookingAt(context, id)
      expectSame('left', left, [])
      const odd = await context.http({ path: '/api/viewers?session=x' })
      expectProblem(odd, { status: 400, code: 'invalid_request', field: 'session' })
    },
  },
  {
    id: 'rest-agents',
    verifies: ['GATEWAY-808'],
    title: 'the agents a session can be made with',
    async run(context) {
      const { status, json } = await context.http({ path: '/api/agents' })
      const { agents } = json as { agents: { id: string }[] }
      expectSame('the status', status, 200)
      for (const agent of agents)
        expectMatch(agent.id, agent, { id: is.text, name: is.text, available: is.oneOf(true, false) })
      expectThat(
        'demo is there',
        agents.some(({ id }) => id === 'demo'),
      )
    },
  },
  {
    id: 'rest-answerable',
    verifies: ['GATEWAY-809'],
    title: 'a request that is answered in its own terminal alone says so',
    async run(context) {
      const name = context.name()
      const ask = { type: 'approval-requested', 'turn-id': 't1', 'approval-type': 'exec', command: ['ls'] }
      await context.notify(name, ask)
      const { json: session } = await context.http({ path: sessionPath(name) })
      const { id } = session as { id: string }
      const { json } = await context.http({ path: `/api/requests?status=pending&session=${id}` })
      const { requests } = json as { requests: { requestId: string }[] }
      expectMatch('the request', requests, [{ answerable: false }])
      const refused = await context.http({
        method: 'POST',
        path: `/api/requests/${requests[0]?.requestId}/respond?session=${id}`,
        headers: { 'content-type': 'application/json' },
        body: { approved: true },
      })
      expectProblem(refused, { status: 503, code: 'agent_unavailable' })
    },
  },
]
