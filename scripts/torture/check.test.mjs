import { beforeEach, describe, expect, it } from 'vitest'
import { Check } from './check.mjs'
import { eventIdOf, Ledger } from './ledger.mjs'

const SESSION = 'torture 1'
/** @type {Ledger} */
let ledger
/** @type {Check} */
let check

beforeEach(() => {
  ledger = new Ledger()
  check = new Check(ledger)
})

/** One worker sends `count` events to the session and sees each acknowledged. @param {number} worker @param {number} count */
function acknowledged(worker, count) {
  for (let i = 0; i < count; i += 1) {
    ledger.take(worker, [SESSION])
    ledger.acknowledge(worker)
  }
}

/** @param {number} seq @param {number} worker @param {number} n */
function stored(seq, worker, n) {
  const payload = { type: 'progress', session: SESSION, worker, n }
  return {
    type: 'notify_progress',
    sessionId: 'uuid-1',
    seq,
    ts: seq,
    notify: { eventId: eventIdOf(payload), payload },
  }
}

/** @param {ReturnType<typeof stored>[]} events */
function look(events, whole = true) {
  check.look(new Map([[SESSION, events]]), { whole })
  const { lost, duplicated, reordered } = check.verdict()
  return { lost, duplicated, reordered }
}

describe('Check', () => {
  it('finds no fault where every acknowledged event is there once and in order', () => {
    acknowledged(1, 3)
    check.live('s1', stored(4, 1, 1))
    expect(look([stored(4, 1, 1), stored(5, 1, 2), stored(9, 1, 3)])).toEqual({
      lost: 0,
      duplicated: 0,
      reordered: 0,
    })
    expect(look([], false)).toEqual({ lost: 0, duplicated: 0, reordered: 0 })
  })

  it('finds a lost event', () => {
    acknowledged(1, 3)
    expect(look([stored(1, 1, 1), stored(3, 1, 3)])).toEqual({ lost: 1, duplicated: 0, reordered: 0 })
    expect(check.verdict().details).toEqual(['lost: torture 1/1/2 was acknowledged'])
  })

  it('finds an event that was seen live and is not stored', () => {
    check.live('s1', stored(1, 1, 1))
    expect(look([])).toEqual({ lost: 1, duplicated: 0, reordered: 0 })
  })

  it('finds an event that was there at an earlier look', () => {
    look([stored(1, 1, 1)])
    expect(look([])).toEqual({ lost: 1, duplicated: 0, reordered: 0 })
  })

  it('finds an event that holds the content of another', () => {
    acknowledged(1, 1)
    const mixed = stored(1, 1, 1)
    mixed.notify.payload.n = 7
    expect(look([mixed]).lost).toBe(1)
  })

  it('finds a duplicated event, within one look and over two', () => {
    acknowledged(1, 2)
    expect(look([stored(1, 1, 1), stored(2, 1, 1), stored(3, 1, 2)])).toEqual({
      lost: 0,
      duplicated: 1,
      reordered: 0,
    })
    expect(look([stored(4, 1, 2)], false).duplicated).toBe(2)
  })

  it('finds two events of one worker in the wrong order', () => {
    acknowledged(1, 2)
    expect(look([stored(1, 1, 2), stored(2, 1, 1)])).toEqual({ lost: 0, duplicated: 0, reordered: 1 })
  })

  it('lets the events of two workers interleave', () => {
    acknowledged(1, 2)
    acknowledged(2, 1)
    expect(look([stored(1, 1, 1), stored(2, 2, 1), stored(3, 1, 2)]).reordered).toBe(0)
  })

  it('finds a seq that does not rise', () => {
    expect(look([stored(2, 1, 1), stored(1, 1, 2)]).reordered).toBe(1)
  })

  it('finds an event that moved to another seq', () => {
    look([stored(1, 1, 1)])
    expect(look([stored(2, 1, 1)]).reordered).toBe(1)
  })

  it('finds a seq that was seen live and given to another event', () => {
    check.live('s1', stored(5, 1, 1))
    expect(look([stored(1, 1, 1), stored(5, 1, 2)]).reordered).toBe(1)
  })

  it('finds a seq that a subscriber got twice', () => {
    check.live('s1', stored(5, 1, 1))
    check.live('s1', stored(5, 1, 1))
    expect(look([stored(5, 1, 1)]).reordered).toBe(1)
  })
})

describe('Ledger', () => {
  it('hands out what was not acknowledged again, word for word, and only then something new', () => {
    const first = ledger.take(1, [SESSION])
    expect(ledger.take(1, ['another'])).toBe(first)
    ledger.acknowledge(1)
    expect(ledger.size).toBe(1)
    expect(ledger.take(1, [SESSION])[0]).toMatchObject({ n: 2 })
  })

  it('counts for each worker and session apart', () => {
    expect(ledger.take(1, ['a', 'a', 'b']).map(({ n }) => n)).toEqual([1, 2, 1])
    expect(ledger.take(2, ['a']).map(({ n }) => n)).toEqual([1])
  })
})
