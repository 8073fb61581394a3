import { describe, expect, it } from 'vitest'
import { textFrame } from '../../packages/server/dist/dialects/text-frame.js'
import { DeltaCounter } from './delta-counter.mjs'
import { DeltaText } from './delta-text.mjs'

const text = new DeltaText(9, 36)
const head = { sessionId: '01a1e252-f7dd-7000-afb9-6eb4d69e6360', seq: 7, ts: 1794798450715 }
/** @param {string} type @param {object} data */
const frame = (type, data) => textFrame(JSON.stringify({ type, ...head, ...data }))
/** @param {number[]} numbers */
const deltas = (...numbers) =>
  frame('text_delta', { text: numbers.map((number) => text.piece(number)).join('') })

const TURN = [
  frame('turn_started', { turnId: 'turn_1' }),
  frame('user_message', { content: text.prompt }),
  deltas(1),
  deltas(2, 3, 4),
  textFrame('{"type":"heartbeat","ts":1}'),
  Buffer.from([0x89, 0]),
  deltas(5),
  frame('message_complete', { text: text.whole() }),
  frame('turn_complete', { finalText: text.whole().repeat(300) }),
]

/** @param {Buffer[]} frames @param {number} step */
function counted(frames, step) {
  const counter = new DeltaCounter()
  const bytes = Buffer.concat(frames)
  for (let at = 0; at < bytes.length; at += step) counter.take(bytes.subarray(at, at + step))
  return counter
}

describe('DeltaCounter', () => {
  it.each([1, 2, 3, 7, 64, 401, 65_536, 1_000_000])('counts a turn read %i bytes at a time', (step) => {
    const { bytes, ...counts } = counted([...TURN, ...TURN], step)
    expect(counts).toMatchObject({ deltas: 10, frames: 6, turns: 2, lost: 0 })
    expect(bytes).toBe(2 * Buffer.concat(TURN).length)
  })

  it.each([1, 50, 10_000])('notices what says that something is missing, %i bytes at a time', (step) => {
    const gap = textFrame(
      JSON.stringify({ type: 'gap', sessionId: head.sessionId, fromSeq: 1, toSeq: 9, reason: 'slow' }),
    )
    expect(counted([gap], step)).toMatchObject({ lost: 1, deltas: 0 })
    expect(counted([frame('turn_error', { code: 'AGENT_ERROR' })], step)).toMatchObject({ lost: 1, turns: 0 })
  })

  it('counts a delta when its text is there, not before', () => {
    const counter = new DeltaCounter()
    const bytes = deltas(1)
    counter.take(bytes.subarray(0, -6))
    expect(counter).toMatchObject({ frames: 1, deltas: 0 })
    counter.take(bytes.subarray(-6))
    expect(counter.deltas).toBe(1)
  })

  it('counts a turn when its end is there, not before', () => {
    const counter = new DeltaCounter()
    const bytes = Buffer.concat(TURN)
    counter.take(bytes.subarray(0, -1))
    expect(counter).toMatchObject({ deltas: 5, turns: 0 })
    counter.take(bytes.subarray(-1))
    expect(counter.turns).toBe(1)
  })
})
