import { canonicalOf, type EventType, REGISTRY, rowOf } from '@signalbox/protocol'
import { isNotification } from '@signalbox/protocol/flow'
import { isTold } from '@signalbox/protocol/telling'
import { describe, expect, it } from 'vitest'
import { published } from './testing.js'
import { sessionTopic, tenantTopic, toldTopic, topicsOf, typeTopics } from './topics.js'

const types = Object.keys(REGISTRY) as EventType[]
const scope = { tenantId: 'local' }

describe('topicsOf', () => {
  const told = toldTopic(scope)

  it('are those of its scopes, and for an activity those of its type in the session and the tenant', () => {
    expect(topicsOf(published('text_delta', 1))).toEqual([sessionTopic('s'), told])
    expect(topicsOf(published('session_updated', 1))).toEqual([sessionTopic('s'), tenantTopic('local')])
    expect(topicsOf(published('user_message', 1))).toEqual([
      sessionTopic('s'),
      ...typeTopics({ ...scope, sessionId: 's' }, ['user_message']),
      ...typeTopics(scope, ['user_message']),
      told,
    ])
  })

  it('are no more than three for every type that no stream over the log is made of: it is asked for each piece of text', () => {
    for (const type of types) {
      const { scopes } = rowOf(type)
      const streamed = canonicalOf(type) !== undefined || isNotification(type)
      const own = (streamed ? 2 : 0) + (isTold(type) ? 1 : 0)
      const byScope = scopes.filter((one) => one !== 'connection').length
      expect(topicsOf(published(type, 1)), type).toHaveLength(byScope + own)
    }
  })

  it('are those of a session for everything that is told, so that one thread can be read alone', () => {
    expect(toldTopic({ ...scope, sessionId: 's' })).toBe(sessionTopic('s'))
    for (const type of types.filter(isTold)) expect(rowOf(type).scopes, type).toContain('session')
  })
})

describe('typeTopics', () => {
  it('differ by type, session and tenant', () => {
    const topics = [
      ...typeTopics(scope, ['user_message', 'tool_call']),
      ...typeTopics({ tenantId: 'other' }, ['user_message']),
      ...typeTopics({ ...scope, sessionId: 's' }, ['user_message']),
      ...typeTopics({ ...scope, sessionId: 't' }, ['user_message']),
    ]
    expect(new Set(topics).size).toBe(5)
  })

  it('are refused for a type that has none: nobody would ever hear anything', () => {
    expect(() => typeTopics(scope, ['user_message', 'text_delta'])).toThrow('text_delta')
  })
})
