import { checkEnvelope } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notifyEnvelope, TooLong, UnfitPayload } from './notify-envelope.js'

const made = (typed: string, eventId?: string) =>
  notifyEnvelope('Codex 1', typed, { newId: () => 'new', ...(eventId === undefined ? {} : { eventId }) })
const members = (typed: string, eventId?: string) => JSON.parse(made(typed, eventId).body.toString())

describe('notifyEnvelope', () => {
  it('has the payload as it was typed, and once more as it is', () => {
    const typed = ' {"type": "x", "n": 12345678901234567890, "n": 1.0}\n'
    const { body, eventId } = made(typed)
    expect(body.toString()).toBe(
      `{"session_id":"Codex 1","event_id":"new","payload":${typed.trim()},"raw":${JSON.stringify(typed)}}`,
    )
    expect(eventId).toBe('new')
  })

  it.each([
    ['what was said', '{"type":"agent-turn-complete","turn-id":"t"}', 'mine', 'mine'],
    ['that of the turn', '{"type":"agent-turn-complete","turn-id":"t 1"}', undefined, 'codex-notify:t 1'],
    ['that of the turn', '{"type":"agent-turn-complete","turn_id":"t2"}', undefined, 'codex-notify:t2'],
    ['a new one: a turn has many events', '{"type":"approval-requested","turn-id":"t"}', undefined, 'new'],
    ['a new one', '{"type":"agent-turn-complete","turn-id":7}', undefined, 'new'],
  ])('has as its id %s', (_what, typed, eventId, id) => {
    expect(members(typed, eventId).event_id).toBe(id)
  })

  it.each([
    [
      '{"type":"x","occurred_at":"2026-01-28T20:17:42Z","timestamp":"2026-01-01T00:00:00Z"}',
      '2026-01-28T20:17:42Z',
    ],
    ['{"type":"x","occurred_at":"yesterday","timestamp":"2026-01-01T00:00:00Z"}', '2026-01-01T00:00:00Z'],
    ['{"type":"x","timestamp":5}', undefined],
  ])('knows from %s when it was', (typed, time) => {
    expect(members(typed).occurred_at).toBe(time)
  })

  it('does not repeat a payload that would be too much with it', () => {
    const typed = `{"type":"x","text":"${'y'.repeat(600_000)}"}`
    expect(members(typed)).not.toHaveProperty('raw')
  })

  it('has at most the bytes a gateway takes', () => {
    const typed = (length: number) => `{"type":"x","text":"${'y'.repeat(length)}"}`
    const frame = made(typed(600_000)).body.length - 600_000
    expect(made(typed(1024 * 1024 - frame)).body).toHaveLength(1024 * 1024)
    expect(() => made(typed(1024 * 1024 - frame + 1))).toThrow(TooLong)
    expect(() => made(typed(6_000_000))).toThrow(
      /^Nothing was sent: the event has 60\d{5} bytes, and a gateway takes 1048576 at most\.$/,
    )
  })

  it.each([
    ['', /^The payload is required.*stdin/],
    [' \n', /^The payload is required/],
    ['{"type":"x"', /^The payload must be valid JSON: .+\.$/],
    ['[1]', /must be a JSON object/],
    ['"x"', /must be a JSON object/],
    ['null', /must be a JSON object/],
    ['{}', /^The payload type is required/],
    ['{"type":" "}', /^The payload type is required/],
    ['{"type":7}', /^The payload type is required/],
  ])('refuses %j in a sentence', (typed, sentence) => {
    expect(() => made(typed)).toThrow(UnfitPayload)
    expect(() => made(typed)).toThrow(sentence)
  })

  it('makes of anything an envelope the gateway takes, or a sentence', () => {
    const payloads = fc.oneof(
      fc.string(),
      fc.json(),
      fc.dictionary(fc.string(), fc.jsonValue()).map((more) => JSON.stringify({ ...more, type: 'x' })),
    )
    fc.assert(
      fc.property(payloads, fc.string({ minLength: 1 }), (typed, id) => {
        try {
          const { body } = notifyEnvelope(`s${id}`, typed, { newId: () => 'new' })
          const envelope = checkEnvelope(JSON.parse(body.toString()), { strict: false })
          expect(envelope.payload).toEqual(JSON.parse(typed))
        } catch (error) {
          expect(error).toBeInstanceOf(UnfitPayload)
        }
      }),
    )
  })
})
