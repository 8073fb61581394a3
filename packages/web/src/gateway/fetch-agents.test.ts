import { expect, it } from 'vitest'
import { fetchAgents } from './fetch-agents.js'

const demo = { id: 'demo', name: 'Demo agent', available: true }

it('reads which agents can be started', async () => {
  const asked: string[] = []
  const read = async (path: RequestInfo | URL) => {
    asked.push(String(path))
    return Response.json({ agents: [demo] })
  }
  expect(await fetchAgents(read)).toEqual([demo])
  expect(asked).toEqual(['/api/agents'])
})

it('knows of none when they cannot be read', async () => {
  expect(await fetchAgents(async () => new Response('', { status: 500 }))).toBeUndefined()
})
