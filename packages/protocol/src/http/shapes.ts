import { DISPATCHES } from '../flow/delivery.js'
import { NOTIFY_TYPES } from '../notify/canonical-type.js'
import { By, REQUEST_OUTCOMES } from '../registry/shapes.js'
import { type Static, s } from '../schema.js'
import { described } from './described.js'

const EVENT_TYPES = [...Object.values(NOTIFY_TYPES), 'notify_event']

/** What is told of an accepted notify. */
export const Acceptance = s.object({
  id: described(s.string(), 'The id of the event, a uuidv7.'),
  session_id: s.string(),
  seq: described(s.integer({ minimum: 1 }), 'Its number in the session.'),
  type: described(s.oneOf(EVENT_TYPES), 'The event it became.'),
  dispatch: described(s.oneOf(DISPATCHES), 'Whether flows look at it: queued when they do.'),
  duplicate: described(s.boolean(), 'True when the same event was accepted before.'),
})

const index = described(s.integer({ minimum: 0 }), 'Which record of the call it answers, from 0.')

/** One record of a batch that was kept. */
export const BatchAccepted = s.object({
  index,
  status: described(s.integer({ minimum: 204, maximum: 204 }), 'The status it would have got alone.'),
  ...Acceptance.properties,
})

/** One record of a batch that was refused. */
export const BatchRefused = s.object({
  index,
  status: described(s.integer({ minimum: 400, maximum: 599 }), 'The status it would have got alone.'),
  code: s.string(),
  detail: s.string(),
  field: s.optional(s.string()),
})

export const BatchResult = s.either(BatchAccepted, BatchRefused)

/** A browser that was paired. */
export const Device = s.object({
  id: s.string(),
  name: s.string(),
  createdAt: s.integer(),
  lastSeenAt: s.optional(
    described(s.integer(), 'When it last asked for something; absent: not since the gateway started.'),
  ),
  current: s.optional(described(s.boolean(), 'True of the one that asks.')),
})
export type Device = Static<typeof Device>

/** An agent a session can be made with, or why not. */
export const AgentEntry = s.object({
  id: described(s.string(), 'Goes into `agentType`.'),
  name: described(s.string(), 'As people call it.'),
  available: s.boolean(),
  reason: s.optional(described(s.string(), 'Why it cannot be started.')),
})
export type AgentEntry = Static<typeof AgentEntry>

/** `note`: nothing is wrong, but somebody may want to know. */
export const FINDING_LAMPS = ['ok', 'note', 'wrong'] as const

/** One thing `signalbox doctor` looked at. */
export const Finding = s.object({
  name: s.string(),
  lamp: s.oneOf(FINDING_LAMPS),
  says: s.string(),
  type: s.optional(described(s.string(), 'What to type, where it can be put right.')),
})
export type Finding = Static<typeof Finding>

/** All that the doctor found. */
export const Diagnosis = s.object({
  ok: described(s.boolean(), 'Whether nothing is wrong.'),
  checks: s.array(Finding),
  options: described(s.string(), 'What commands must be given to mean this gateway; empty where nothing.'),
})
export type Diagnosis = Static<typeof Diagnosis>

export const PairingCode = s.object({
  code: described(s.string(), 'Works once, for ten minutes.'),
  link: described(s.string(), 'To be opened in the browser that is to be paired.'),
  expiresAt: s.integer(),
})

const status = s.oneOf(['ok', 'failing'])

/** Whether events can be taken; why not is told to who shows the token. */
export const Readiness = s.object({
  status,
  log: s.optional(
    s.object({
      state: status,
      reason: s.optional(s.string()),
      check: described(
        s.either(s.oneOf(['not_needed', 'running', 'passed']), s.object({ failed: s.string() })),
        'The check of the file after an unclean stop.',
      ),
    }),
  ),
})

/** A failure: RFC 9457, with `message` and `error` beside `detail` for older clients. */
export const Problem = s.object({
  type: described(s.string(), 'urn:signalbox:error: and the code.'),
  title: s.string(),
  status: s.integer({ minimum: 400, maximum: 599 }),
  detail: s.string(),
  code: described(s.string(), 'Stable; made for programs.'),
  message: described(s.string(), 'The same as detail.'),
  error: described(s.string(), 'The same as detail.'),
  field: s.optional(described(s.string(), 'The field or parameter at fault.')),
  line: s.optional(described(s.integer({ minimum: 1 }), 'Of a text that is at fault: the line, from 1,')),
  column: s.optional(described(s.integer({ minimum: 1 }), 'and the column, from 1.')),
  by: s.optional(described(By, 'Of a request that was answered already: who was faster,')),
  at: s.optional(described(s.number(), 'when,')),
  outcome: s.optional(described(s.oneOf(REQUEST_OUTCOMES), 'and how it ended.')),
  waitedMs: s.optional(described(s.number(), 'How long it had waited by then.')),
  retryAfterMs: s.optional(described(s.number(), 'How long to wait before the next attempt.')),
})
export type Problem = Static<typeof Problem>

/** Somebody who is connected; `current` where it is who asks. */
export const Viewer = s.object({
  name: s.string(),
  since: s.number(),
  sessions: s.array(s.string()),
  current: s.boolean(),
})
export type Viewer = Static<typeof Viewer>
