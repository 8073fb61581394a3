import { checkEnvelope, isDurable, type JsonObject } from '@signalbox/protocol'
import { clean } from '@signalbox/protocol/clean'
import { spokenId } from '@signalbox/protocol/flow'
import { describe, expect, it } from 'vitest'
import { harmonized } from '../harmonize/harmonized-log.js'
import { Harmonizer } from '../harmonize/harmonizer.js'
import { NotifyIntake } from '../ingest/notify-intake.js'
import { tempLog } from '../log/testing.js'
import { Journal } from '../telemetry/journal.js'
import { Metrics } from '../telemetry/metrics.js'
import { foreseenEvents } from './foreseen-events.js'

async function world() {
  const { log: store, published } = await tempLog()
  const journal = new Journal({ level: 'error', now: () => 0, write: () => {} })
  const harmonizer = new Harmonizer({ clean, journal, metrics: new Metrics() })
  const log = harmonized(store, harmonizer)
  const intake = new NotifyIntake({ log, strict: false })
  const envelopeOf = (session_id: string, payload: JsonObject) =>
    checkEnvelope({ session_id, payload }, { strict: false })
  const foresee = (session: string, payload: JsonObject) => {
    const deps = { log, harmonize: harmonizer.harmonize.bind(harmonizer), now: Date.now }
    return foreseenEvents(deps, 'local', envelopeOf(session, payload))
  }
  /** What really comes of it. */
  const send = async (session: string, payload: JsonObject) => {
    const before = published.length
    await intake.take('local', { envelope: envelopeOf(session, payload), payload: JSON.stringify(payload) })
    return published.slice(before).filter(({ type }) => isDurable(type))
  }
  return { foresee, send, published }
}

const codex = (type: string, more: JsonObject = {}) => ({
  ...{ type, 'thread-id': 't1', 'turn-id': 'u1', cwd: '/srv/app' },
  ...more,
})
/** Ids and times are others each time. */
const plain = (data: JsonObject) =>
  JSON.parse(
    JSON.stringify(data).replace(/"[\w]*[\da-f]{8}-[\da-f-]{27}"|\b1\d{12}\b|(?<="waitedMs":)\d+/g, '0'),
  ) as JsonObject

describe('foreseenEvents', () => {
  it('are those that happen then, word for word, in a new session and in a known one', async () => {
    const { foresee, send } = await world()
    for (const payload of [
      codex('user-prompt-submit', { prompt: 'Build it' }),
      codex('approval-requested', { 'approval-type': 'exec', 'call-id': 'c1', description: 'rm -r' }),
      codex('approval-response', { approved: true, 'call-id': 'c1' }),
      codex('turn-failed', { 'turn-id': 'u2', message: 'no network' }),
      codex('session-end'),
      { type: 'notification', message: 'Look <b>here</b>', title: 'T' },
      { type: 'new-plan', summary: 'Three steps' },
    ]) {
      const { events, own } = await foresee('Codex 1', payload)
      const happened = await send('Codex 1', payload)
      expect(events.map(({ type }) => type)).toEqual(happened.map(({ type }) => type))
      expect(events.map(({ data }) => plain(data))).toEqual(
        happened.map(({ data }) => plain(JSON.parse(data) as JsonObject)),
      )
      expect(own.type).toMatch(/^notify_/)
    }
  })

  it('leave nothing behind, and have ids that nothing has', async () => {
    const { foresee, published } = await world()
    const { events, session } = await foresee('Codex 1', codex('agent-turn-complete'))
    expect(published).toEqual([])
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(session.aliases).toEqual([
      { namespace: 'notify', id: 'Codex 1' },
      { namespace: 'codex', id: 't1' },
    ])
  })

  it('know the session by every name it has, and say the one that was used', async () => {
    const { foresee, send } = await world()
    await send('Codex 1', codex('session-start'))
    const { own, session, events } = await foresee('t1', { type: 'x' })
    expect(spokenId(own, session)).toBe('t1')
    expect(events.map(({ type }) => type)).not.toContain('session_created')
  })
})
