import { beforeAll, describe, expect, it } from 'vitest'
import {
  CLIENTS,
  callClient,
  DECISION,
  hasty,
  json,
  listen,
  need,
  setUp,
  spooled,
  TOKEN,
} from '../test/hook-client.js'

const ASKS = JSON.stringify({ session_id: 's', hook_event_name: 'PermissionRequest', tool_name: 'Bash' })

beforeAll(() => need('sh', 'curl', 'tee', 'date', 'du', 'wc', 'ps'))

describe.each(CLIENTS)('a request that is held (%s)', (_kind, command) => {
  const asking = (...answers: Parameters<typeof listen>[0][]) =>
    listen((heard, response) => {
      if (heard.method === 'POST') return json(202, { held: 'a.b_c-1' })(heard, response)
      const answer = answers.shift() ?? json(404, { detail: 'unknown' })
      answer(heard, response)
    })
  const broken: Parameters<typeof listen>[0] = (_heard, response) => void response.destroy()

  it.each(['claude', 'codex'])('is asked for until it is answered: %s', async (agent) => {
    const { origin, heard } = await asking(json(200, DECISION))
    const home = setUp(origin)
    const ended = await callClient([...command(home), agent], { input: ASKS })
    expect(ended).toMatchObject({ code: 0, stdout: `${JSON.stringify(DECISION)}\n`, stderr: '' })
    expect(heard.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /hooks/${agent}`,
      `GET /hooks/${agent}/held/a.b_c-1`,
    ])
    expect(heard.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill(`Bearer ${TOKEN}`))
    expect(heard[0]?.headers['x-signalbox-wait']).toBe('poll')
    expect(await spooled(home)).toEqual([])
  })

  it('is no answer when it was released', async () => {
    const { origin, heard } = await asking(json(200, {}))
    const ended = await callClient([...command(setUp(origin)), 'claude'], { input: ASKS })
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(heard).toHaveLength(2)
  })

  it('says when nobody sits at the terminal', async () => {
    const { origin, heard } = await listen()
    const home = setUp(origin)
    for (const [agent, attended] of [
      ['claude', '0'],
      ['claude', '1'],
      ['codex', '0'],
    ] as const)
      await callClient([...command(home), agent], {
        input: ASKS,
        env: { CLAUDE_CODE_SESSION_ATTENDED: attended },
      })
    expect(heard.map(({ headers }) => headers['x-signalbox-attended'])).toEqual(['0', undefined, undefined])
  })

  it('is asked for again by Claude Code when the connection breaks', async () => {
    const { origin, heard } = await asking(broken, json(200, DECISION))
    const ended = await callClient([...command(setUp(origin)), 'claude'], { input: ASKS })
    expect(ended.stdout).toBe(`${JSON.stringify(DECISION)}\n`)
    expect(heard).toHaveLength(3)
  })

  it.each([
    ['by Codex when the connection breaks', 'codex', broken],
    ['when nobody knows it', 'claude', undefined],
  ] as const)('is not asked for again %s', async (_what, agent, answer) => {
    const { origin, heard } = await asking(...(answer ? [answer] : []))
    const ended = await callClient([...command(setUp(origin)), agent], { input: ASKS })
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(heard).toHaveLength(2)
  })

  it('is told once more, under its id, to a gateway that was too slow', async () => {
    let calls = 0
    const { origin, heard } = await listen((call, response) => {
      if (call.method === 'GET') return json(200, DECISION)(call, response)
      if (calls++ > 0) json(202, { held: 'x' })(call, response)
    })
    const home = setUp(origin, hasty)
    const ended = await callClient([...command(home), 'codex'], { input: ASKS })
    expect(ended.stdout).toBe(`${JSON.stringify(DECISION)}\n`)
    const [first, second] = heard
    expect(second?.body.toString()).toBe(ASKS)
    expect(second?.headers['x-signalbox-event-id']).toBe(first?.headers['x-signalbox-event-id'])
    expect(await spooled(home)).toEqual([])
  })
})
