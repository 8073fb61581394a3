import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { MESSAGES, type MessageType, messageRowOf } from '../registry/messages.js'
import { EVENT_CHAPTERS, type EventType, nameOf, REGISTRY } from '../registry/registry.js'
import { asyncApiDocument } from './asyncapi.js'
import { follow, pointersIn } from './json-pointer.fixture.js'

interface Message {
  name: string
  payload: object
  examples: { payload: unknown }[]
  'x-alias'?: string
  'x-later'?: boolean
}
interface Operation {
  action: string
  messages: { $ref: string }[]
  reply?: { messages: { $ref: string }[] }
}

const document = asyncApiDocument() as unknown as {
  asyncapi: string
  channels: Record<string, { address: string; messages: Record<string, object>; bindings?: object }>
  operations: Record<string, Operation>
  components: { messages: Record<string, Message> }
}
const eventTypes = Object.keys(REGISTRY) as EventType[]
const messageTypes = Object.keys(MESSAGES) as MessageType[]
const messages = Object.entries(document.components.messages)
const names = new Set(messages.map(([, message]) => message.name))
const ajv = new Ajv({ strict: false, allErrors: true })
// Only this part: what is called `id` beside it means something else to a validator of schemas.
ajv.addSchema({ components: document.components }, 'asyncapi')

it('points only to what is there', () => {
  const pointers = pointersIn(document)
  expect(pointers.length).toBeGreaterThan(0)
  for (const pointer of pointers) expect(follow(document, pointer), pointer).toBeDefined()
})

it('names every event and every twin, each naming the other', () => {
  for (const type of eventTypes) {
    const dot = nameOf(type, 'dot')
    expect(names).toContain(type)
    expect(names).toContain(dot)
    if (dot === type) continue
    expect(document.components.messages[type]?.['x-alias']).toBe(dot)
    expect(document.components.messages[dot]?.['x-alias']).toBe(type)
  }
})

it('names every client message, and marks those that open later', () => {
  for (const type of messageTypes) {
    expect(document.components.messages[`client.${type}`]?.name).toBe(type)
    expect(document.components.messages[`client.${type}`]?.['x-later'] ?? false).toBe(
      messageRowOf(type).later ?? false,
    )
  }
})

it('has nothing that is not in the registry', () => {
  const known = ['activity', ...eventTypes, ...eventTypes.map((type) => nameOf(type, 'dot')), ...messageTypes]
  expect([...names].filter((name) => !(known as string[]).includes(name))).toEqual([])
})

it('describes the WebSocket with its query, and the streams', () => {
  expect(Object.values(document.channels).map(({ address }) => address)).toEqual([
    '/ws',
    '/api/sessions/{sessionId}/events/stream',
    '/api/activity/stream',
  ])
  expect(document.channels.gateway?.bindings).toMatchObject({
    ws: { query: { properties: { naming: { enum: ['snake', 'dot'] } } } },
  })
})

describe('the operations', () => {
  const operations = Object.entries(document.operations)

  it('send every event of the WebSocket, by chapter, and receive every message', () => {
    const sent = operations.filter(([name]) => name.startsWith('send_'))
    expect(sent.map(([name]) => name)).toEqual(EVENT_CHAPTERS.map(({ id }) => `send_${id}`))
    const reached = new Set(
      operations.flatMap(([, { messages: list }]) => list.map(({ $ref }) => $ref.split('/').at(-1) ?? '')),
    )
    expect(Object.keys(document.components.messages).filter((key) => !reached.has(key))).toEqual([])
  })

  it.each(messageTypes)('answer %s as its row says', (type) => {
    const replies = document.operations[`receive_${type}`]?.reply?.messages.map(({ $ref }) =>
      $ref.split('/').at(-1),
    )
    expect(replies).toEqual(expect.arrayContaining([...messageRowOf(type).replies, 'error']))
  })
})

describe.each(messages)('%s', (key, message) => {
  it('has an example that fits, and refuses another type', () => {
    const check = ajv.compile({ $ref: `asyncapi#/components/messages/${key}/payload` })
    expect(message.examples.length).toBeGreaterThan(0)
    for (const { payload } of message.examples) {
      check(payload)
      expect(check.errors ?? []).toEqual([])
      const tag = key === 'activity' ? 'canonical_type' : 'type'
      expect(check({ ...(payload as object), [tag]: 'something else' })).toBe(false)
    }
  })
})
