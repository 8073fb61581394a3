import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSpoolFile, UnfitSpoolFile } from './spool-file.js'

const NAME = '1794770905728-4711-1.event'
const PAYLOAD = '{"session_id":"s","text":"a\\n\\nb"}\n\nmore'
const HEAD = [
  'version: 1',
  'agent: claude',
  'event-id: e-1',
  'occurred-at: 1794770900000',
  'pid: 4711',
  'host: box',
]

const file = (lines: readonly string[], payload = PAYLOAD) => Buffer.from(`${lines.join('\n')}\n\n${payload}`)
const read = (lines: readonly string[], name = NAME) => readSpoolFile(name, file(lines))

describe('readSpoolFile', () => {
  it('has the hook, what was said beside it, and the payload byte for byte', () => {
    expect(read(HEAD)).toEqual({
      kind: 'hook',
      agent: 'claude',
      context: {
        eventId: 'e-1',
        occurredAt: 1794770900000,
        late: true,
        process: { pid: 4711, host: 'box' },
      },
      ignored: [],
      payload: Buffer.from(PAYLOAD),
    })
  })

  it('has a notify for a session', () => {
    const told = read(['version: 1', 'notify: Codex: 1', 'event-id: e'])
    expect(told).toMatchObject({ kind: 'notify', sessionId: 'Codex: 1', context: { eventId: 'e' } })
  })

  it('knows time and id from its name where it does not say them, also in a file nobody finished', () => {
    for (const name of [NAME, `.tmp-${NAME}`]) {
      const { context } = read(HEAD.slice(0, 2), name)
      expect(context).toEqual({ eventId: `spool:${NAME}`, occurredAt: 1794770905728, late: true })
    }
    expect(read(HEAD.slice(0, 2), 'odd.event').context).toEqual({ eventId: 'spool:odd.event', late: true })
  })

  it('ignores what it does not understand beside the payload, and names it', () => {
    const told = read([
      ...HEAD.slice(0, 2),
      'pid: none',
      'host: box',
      'colour: red',
      ': x',
      'no colon',
      'version: 9',
    ])
    expect(told).toMatchObject({ agent: 'claude', ignored: ['pid'] })
    expect(told.context).not.toHaveProperty('process')
  })

  it.each([
    ['another version', file(['version: 2', 'agent: claude'])],
    ['no version', file(['agent: claude'])],
    ['no agent', file(['version: 1'])],
    ['an agent nobody knows', file(['version: 1', 'agent: constructor'])],
    ['no payload', file(HEAD, '')],
    ['a head without end', Buffer.from(HEAD.join('\n'))],
    ['a head that is too long', file([...HEAD, `x: ${'y'.repeat(70_000)}`])],
    ['nothing', Buffer.alloc(0)],
  ])('is none with %s', (_what, bytes) => {
    expect(() => readSpoolFile(NAME, bytes)).toThrow(UnfitSpoolFile)
  })

  it('cut at any byte is unfit, or a whole head with a part of the payload', () => {
    const whole = file(HEAD)
    const start = whole.indexOf('\n\n') + 2
    for (let length = 0; length < whole.length; length++) {
      const cut = whole.subarray(0, length)
      if (length <= start) expect(() => readSpoolFile(NAME, cut)).toThrow(UnfitSpoolFile)
      else expect(readSpoolFile(NAME, cut).payload).toEqual(whole.subarray(start, length))
    }
  })

  it('of any bytes is a file or unfit, never anything else', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        ...HEAD,
        'notify: s',
        'agent: codex',
        'event-id: \u0000',
        'occurred-at: 1e9',
        'pid: -1',
      ),
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
      fc
        .tuple(fc.array(line), fc.string())
        .map(([lines, payload]) => file(['version: 1', ...lines], payload)),
    )
    fc.assert(
      fc.property(bytes, (given) => {
        try {
          const { context, payload } = readSpoolFile(NAME, given)
          expect(context.late).toBe(true)
          expect(context.eventId).toMatch(/^[\x21-\x7e]{1,128}$/)
          expect(given.subarray(given.length - payload.length)).toEqual(payload)
        } catch (error) {
          expect(error).toBeInstanceOf(UnfitSpoolFile)
        }
      }),
      { numRuns: 500 },
    )
  })
})
