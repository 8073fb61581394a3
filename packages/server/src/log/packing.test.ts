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
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, value)
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
/** Pieces of one stream, and what is almost that. */
const pieces = fc
  .tuple(
    fc.record({ agent: text, via: text }),
    fc.array(
      fc
        .record({
          type: fc.constantFrom('text_delta' as const, 'text_delta' as const, 'thinking_progress' as const),
          turnId: fc.constantFrom('turn_1', 'turn_1', 'turn_1', 'turn_2'),
          fact: rarely(text),
          nativeTurnId: rarely(text),
          data: fc.oneof(
            { weight: 20, arbitrary: text.map((piece) => ({ text: piece })) },
            text.map((piece) => ({ text: piece, more: 1 })),
            fc.nat().map((piece) => ({ text: piece })),
          ),
        })
        .map(lean),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(([shared, drafts]) => drafts.map((draft) => ({ ...draft, source: shared })))
const operation = fc.oneof(
  fc
    .record({
      tenantId: text,
      session: ref,
      drafts: fc.oneof(fc.array(fc.oneof(plain, rich), { maxLength: 2 }), pieces),
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

/** Events of which many are like the one before. */
const stream = fc.array(fc.tuple(event, fc.boolean()), { maxLength: 6 }).map((made) => {
  const all: Published[] = []
  for (const [next, alike] of made) {
    const { id, seq, offset, ts, data } = next
    const before = alike ? all.at(-1) : undefined
    all.push(before ? { ...before, id, seq, offset, ts, data } : next)
  }
  return all
})

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
    fc.assert(
      fc.property(stream, (all) => {
        expect(unpackEvents(cross(packEvents(all)))).toEqual(all)
      }),
    )
  })

  it('says once what pieces of a stream have in common', () => {
    const source = { agent: 'demo', via: 'driver' }
    const drafts = ['one', 'two', 'three'].map((piece) => ({
      type: 'text_delta' as const,
      turnId: 'turn_1',
      source,
      data: { text: piece },
    }))
    const commit = { tenantId: 'local', session: { by: 'id' as const, id: 's' }, drafts }
    const [packed] = packOperations([{ kind: 'commit', commit }])
    expect(JSON.stringify(packed).split('turn_1')).toHaveLength(2)
    const events = drafts.map(({ data, ...draft }, index) => ({
      ...draft,
      ...{ v: 1, id: `e${index}`, tenantId: 'local', sessionId: 's', seq: index, offset: 0, ts: 1 },
      data: JSON.stringify(data),
    }))
    expect(JSON.stringify(packEvents(events)).split('turn_1')).toHaveLength(2)
  })
})
