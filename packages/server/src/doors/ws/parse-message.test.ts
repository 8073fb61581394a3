import { isAnswered, MESSAGES, type MessageType } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MessageFault, parseMessage } from './parse-message.js'

describe('parseMessage', () => {
  it('reads a good message', () => {
    const { type, ref, fields } = parseMessage(Buffer.from('{"type":"ping","ts":1,"ref":"a"}'), false)
    expect({ type, ref, fields }).toEqual({
      type: 'ping',
      ref: 'a',
      fields: { type: 'ping', ts: 1, ref: 'a' },
    })
  })

  it('echoes the ref of a message it refuses', () => {
    try {
      parseMessage(Buffer.from('{"type":"nope","ref":7}'), false)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ ref: 7, error: { kind: 'invalidMessage', field: 'type' } })
    }
  })

  it('answers a message of a later release by name, whatever its fields', () => {
    const later = Object.keys(MESSAGES).filter((type) => !isAnswered(type as MessageType))
    expect(later).toContain('list_projects')
    for (const type of later) {
      const send = () => parseMessage(Buffer.from(JSON.stringify({ type, ref: 7, nope: [] })), false)
      expect(send).toThrow(`${type} is not available yet`)
      expect(send).toThrow(
        expect.objectContaining({ ref: 7, error: expect.objectContaining({ kind: 'notImplemented' }) }),
      )
    }
  })

  it('throws nothing but MessageFault, whatever comes', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string().map((text) => Buffer.from(text)),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .record(
          { type: fc.constantFrom('ping', 'join_session', 'get_events', 'authenticate'), x: fc.jsonValue() },
          { requiredKeys: ['type'] },
        )
        .map((value) => Buffer.from(JSON.stringify(value))),
    )
    fc.assert(
      fc.property(bytes, fc.boolean(), (data, isBinary) => {
        try {
          parseMessage(Buffer.from(data), isBinary)
        } catch (error) {
          expect(error).toBeInstanceOf(MessageFault)
        }
      }),
    )
  })

  it('refuses deep nesting without recursion to the bottom', () => {
    const deep = `{"type":"ping","ts":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
    expect(() => parseMessage(Buffer.from(deep), false)).toThrow('nested deeper')
  })
})
