import { describe, expect, it } from 'vitest'
import { Numbering } from './numbering.js'
import { Stage } from './stage.js'
import { Ear, FakePace } from './testing.js'

function setUp() {
  const pace = new FakePace()
  const listener = new Ear(pace)
  const stage = new Stage({ listener, pace, numbering: new Numbering(), cwd: '/', mode: 'implement' })
  return { pace, ear: listener, stage }
}

const QUESTION = { requestId: 'question-1', questions: [] }
const DISMISSED = { kind: 'question', answers: {}, dismissed: true } as const
const OVER = { name: 'TurnOver' }

describe('waiting', () => {
  it('ends with the turn, whatever it is for', async () => {
    const waits: ((parts: ReturnType<typeof setUp>) => Promise<unknown>)[] = [
      ({ stage }) => stage.pause(1000),
      ({ stage }) => stage.ask('question_requested', QUESTION),
      ({ stage, ear }) => {
        ear.during = () => new Promise(() => {})
        return stage.say('text_delta', { text: 'x' })
      },
    ]
    for (const wait of waits) {
      const parts = setUp()
      parts.pace.held = true
      const waiting = expect(wait(parts)).rejects.toMatchObject(OVER)
      parts.stage.stop()
      await waiting
      expect(parts.pace.open).toBe(0)
    }
  })

  it('ends when the listener itself ends the turn and never has room again', async () => {
    const { stage, ear } = setUp()
    ear.during = ({ type }) => {
      if (type !== 'text_delta') return undefined
      stage.stop()
      return new Promise(() => {})
    }
    await expect(stage.delta('x')).rejects.toMatchObject(OVER)
    expect(ear.heard.map(({ type }) => type)).toEqual(['text_delta', 'turn_complete'])
  })

  it('does not begin once the turn is over', async () => {
    const { stage, ear, pace } = setUp()
    stage.leave()
    expect(stage.over).toBe(true)
    await expect(stage.text('x')).rejects.toMatchObject(OVER)
    await expect(stage.pause()).rejects.toMatchObject(OVER)
    await expect(stage.ask('question_requested', QUESTION)).rejects.toMatchObject(OVER)
    expect([ear.heard, pace.slept]).toEqual([[], []])
  })
})

describe('asking', () => {
  it('takes an answer that comes while it is said, or later', async () => {
    const early = setUp()
    early.ear.during = () => early.stage.respond('question-1', DISMISSED)
    expect(await early.stage.ask('question_requested', QUESTION)).toEqual(DISMISSED)
    const late = setUp()
    const said = new Promise<void>((resolve) => {
      late.ear.during = () => resolve()
    })
    const asked = late.stage.ask('question_requested', QUESTION)
    await said
    late.stage.respond('question-2', { kind: 'closed', reason: 'expired' })
    late.stage.respond('question-1', DISMISSED)
    late.stage.respond('question-1', { kind: 'closed', reason: 'expired' })
    expect(await asked).toEqual(DISMISSED)
  })

  it('comes after what was steered', async () => {
    const { stage, ear } = setUp()
    stage.steer('first this')
    ear.during = () => stage.respond('question-1', DISMISSED)
    await stage.ask('question_requested', QUESTION)
    expect(ear.heard.map(({ type }) => type)).toEqual(['text_delta', 'question_requested'])
  })
})

describe('the end', () => {
  it('is said once', async () => {
    const { stage, ear } = setUp()
    await stage.complete()
    await stage.complete()
    await stage.fail('too late')
    stage.stop()
    expect(ear.heard.map(({ type, data }) => ({ type, data }))).toEqual([{ type: 'turn_complete', data: {} }])
  })

  it('comes after everything steered, also what comes while the rest is heard', async () => {
    const { stage, ear } = setUp()
    stage.steer('one')
    ear.during = (_happening, at) => at === 0 && stage.steer('two')
    await stage.complete()
    expect(ear.heard.map(({ type }) => type)).toEqual(['text_delta', 'text_delta', 'turn_complete'])
    expect(ear.text()).toMatch(/“one”[\s\S]*“two”/)
  })

  it('is no matter of a listener that fails', async () => {
    const { stage, ear } = setUp()
    ear.during = () => Promise.reject(new Error('gone'))
    stage.stop()
    expect(stage.over).toBe(true)
  })
})

it('keeps a text as it is, in small pieces', async () => {
  const text = '  Two words\n\n- and `more`,  🚦 \n'
  const { stage, ear } = setUp()
  await stage.text(text)
  expect(ear.text()).toBe(text)
  expect(ear.heard.length).toBeGreaterThan(3)
  const block = setUp()
  await block.stage.block(text.repeat(20))
  expect(block.ear.text()).toBe(text.repeat(20))
})
