import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Published } from './log.js'
import type { Operation, Outcome } from './operations.js'
import {
  packEvents,
  packOperations,
  packOutcomes,
  unpackEvents,
  unpackOperations,
  unpackOutcomes,
} from './packing.js'

const text = fc.string()
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
/** An object without the keys that are undefined, as the code makes them. */
const lean = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T

const source = fc.record({ agent: text, via: text, nativeType: maybe(text), nativeId: maybe(text) }).map(lean)
const plain = fc
  .record({
    type: fc.constant('notify_event' as const),
    source: fc.record({ agent: text, via: text }),
    json: text,
    raw: maybe(text),
  })
  .map(lean)
const rich = fc
  .record({
    type: fc.constant('turn_started' as const),
    source,
    data: fc.constant({}),
    nativeTurnId: maybe(text),
    fact: maybe(text),
  })
  .map(lean)
const ref = fc.oneof(
  text.map((id) => ({ by: 'id' as const, id })),
  fc
    .record({
      name: fc.option(text, { nil: null }),
      agentType: text,
      origin: fc.constantFrom('driven' as const, 'observed' as const),
      cwd: fc.option(text, { nil: null }),
      mode: maybe(fc.constantFrom('plan' as const, 'implement' as const)),
    })
    .map((create) => ({ by: 'new' as const, create: lean(create) })),
  text.map((id) => ({ by: 'alias' as const, alias: { namespace: 'notify', id }, create: null })),
)
const operation = fc.oneof(
  fc
    .record({
      tenantId: text,
      session: ref,
      drafts: fc.array(fc.oneof(plain, rich), { maxLength: 2 }),
      eventId: maybe(text),
      command: maybe(fc.constant(true)),
    })
    .map((commit) => ({ kind: 'commit', commit: lean(commit) }) as unknown as Operation),
  text.map((sessionId): Operation => ({ kind: 'snapshot', sessionId })),
)
const outcome = fc.oneof(
  fc
    .record({
      sessionId: text,
      first: maybe(fc.record({ id: text, seq: fc.nat() })),
      duplicate: fc.boolean(),
    })
    .map((answer) => ({ ok: true, answer: lean(answer) }) as Outcome),
  fc.constantFrom<Outcome>({ ok: true, answer: undefined }, { ok: true, answer: true }),
  text.map((message): Outcome => ({ ok: false, refusal: { kind: 'conflict', message } })),
)
const event = fc
  .record({
    v: fc.nat(),
    id: text,
    tenantId: text,
    sessionId: text,
    seq: fc.nat(),
    offset: fc.nat(),
    ts: fc.nat(),
    type: fc.constantFrom('notify_event', 'turn_started'),
    turnId: maybe(text),
    source,
    causeId: maybe(text),
    data: text,
    reply: maybe(fc.record({ type: fc.constant('turn_started'), client: text })),
  })
  .map((made) => lean(made) as unknown as Published)

/** As the other thread gets it. */
const cross = <T>(value: T): T => structuredClone(value)

describe('packing', () => {
  it('gives back every operation', () => {
    fc.assert(
      fc.property(fc.array(operation), (all) => {
        expect(unpackOperations(cross(packOperations(all)))).toEqual(all)
      }),
    )
  })

  it('gives back every outcome', () => {
    fc.assert(
      fc.property(fc.array(outcome), (all) => {
        expect(unpackOutcomes(cross(packOutcomes(all)))).toEqual(all)
      }),
    )
  })

  it('gives back every event', () => {
    fc.assert(
      fc.property(fc.array(event), (all) => {
        expect(unpackEvents(cross(packEvents(all)))).toEqual(all)
      }),
    )
  })
})
