import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Claude } from './harness/claude.mjs'
import { Codex, escalated } from './harness/codex.mjs'
import { slowness } from './harness/slowness.mjs'
import { World } from './harness/world.mjs'
import { play } from './models/script.mjs'

const ANSWERS = 20
/** What was promised, in ms. The way to the agent ends where the agent asks its model again, so it is an upper bound. */
const ANSWER_MS = 200
const ATTENTION_MS = 500

/** @type {World} */
let world
beforeAll(async () => {
  world = await World.start()
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.log(world.told())
})
afterAll(() => world?.close())

const commands = Array.from({ length: ANSWERS }, (_, index) => `touch never-${index}`)

const WAYS = [
  {
    name: 'Claude Code, by its hooks',
    steps: commands.map((command) => ({ call: [{ tool: 'Bash', args: { command } }] })),
    open: async () => {
      const claude = new Claude(world)
      await world.setup('claude')
      return claude.open()
    },
  },
  {
    name: 'Codex, by its hooks',
    steps: commands.map((command) => ({ call: [escalated(command)] })),
    open: async () => {
      const codex = new Codex(world)
      await world.setup('codex')
      return codex.open('--no-daemon')
    },
  },
  {
    name: 'Codex, by its app-server',
    steps: commands.map((command) => ({ call: [escalated(command)] })),
    open: async () => {
      const codex = new Codex(world)
      await codex.appServer()
      return codex.open()
    },
  },
]

describe.each(WAYS)('$name', ({ name, steps, open }) => {
  it(`hears ${ANSWERS} answers soon, and is seen to need somebody only while it does`, async () => {
    const pane = await open()
    const after = world.events.now
    const before = world.model.calls.length
    await pane.enter(play(...steps, { say: 'all well' }))
    /** @type {Record<'answer' | 'raised' | 'cleared', number[]>} */
    const took = { answer: [], raised: [], cleared: [] }
    /** The calls of the model for this prompt, without those for a title. */
    const calls = () =>
      world.model.calls.slice(before).filter(({ step }) => step.call ?? step.say === 'all well')
    for (const index of steps.keys()) {
      const nth = (/** @type {string} */ type) =>
        world.events.until({
          type,
          after,
          where: (event) => world.events.all({ type, after })[index] === event,
        })
      const raised = await nth('attention_raised')
      took.raised.push(raised.receivedAt - (calls()[index]?.answeredAt ?? Number.NaN))
      const answered = Date.now()
      await world.respond(raised.requestId, { approved: false, message: 'not that' })
      await world.model.until(() => calls().length > index + 1)
      took.answer.push((calls()[index + 1]?.at ?? Number.NaN) - answered)
      took.cleared.push((await nth('attention_cleared')).receivedAt - answered)
    }
    await world.events.until({ type: 'turn_complete', after })
    await pane.kill()
    const slow = await slowness()
    for (const [what, times] of Object.entries(took))
      console.log(`${name}: ${what} ${summary(times)} (this machine: ${slow.toFixed(1)} × a quiet one)`)
    expect(most(took.answer)).toBeLessThanOrEqual(ANSWER_MS * slow)
    expect(most(took.raised)).toBeLessThanOrEqual(ATTENTION_MS * slow)
    expect(most(took.cleared)).toBeLessThanOrEqual(ATTENTION_MS * slow)
  })
})

/** The 99th of 100, which of few is the last. @param {number[]} times */
function most(times) {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
}

/** @param {number[]} times */
function summary(times) {
  const sorted = [...times].sort((a, b) => a - b)
  return `median ${sorted[Math.floor(sorted.length / 2)]} ms, p99 ${most(times)} ms`
}
