import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Claude } from './harness/claude.mjs'
import { Codex, escalated } from './harness/codex.mjs'
import { endOf, hooksOf } from './harness/hook-process.mjs'
import { slowness } from './harness/slowness.mjs'
import { World } from './harness/world.mjs'
import { play } from './models/script.mjs'

const ANSWERS = 20
/** What was promised, in ms: for an answer to reach the agent, and for attention to be raised and cleared. */
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
    /** @type {Record<'answer' | 'model' | 'raised' | 'cleared', number[]>} */
    const took = { answer: [], model: [], raised: [], cleared: [] }
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
      const hooks = hooksOf(pane.pid)
      const answered = Date.now()
      const [heard] = await Promise.all([
        hooks.length > 0 ? endOf(hooks) : undefined,
        world.respond(raised.requestId, { approved: false, message: 'not that' }),
        world.model.until(() => calls().length > index + 1),
      ])
      const asked = calls()[index + 1]?.at ?? Number.NaN
      // Without a hook to look at, that it asks its model again tells that it has heard.
      took.answer.push((heard ?? asked) - answered)
      took.model.push(asked - answered)
      took.cleared.push((await nth('attention_cleared')).receivedAt - answered)
    }
    await world.events.until({ type: 'turn_complete', after })
    await pane.kill()
    const slow = await slowness()
    console.log(`${name} (this machine: ${slow.toFixed(1)} × a quiet one)\n${table(took)}`)
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

/** @param {Record<string, number[]>} took */
function table(took) {
  const title = {
    answer: 'answer → agent',
    model: 'answer → its next call of the model',
    raised: 'end of the model’s call → attention raised',
    cleared: 'answer → attention cleared',
  }
  return Object.entries(took)
    .map(([what, times]) => {
      const median = [...times].sort((a, b) => a - b)[times.length >> 1]
      return `  ${title[/** @type {keyof typeof title} */ (what)]}: median ${median} ms, p99 ${most(times)} ms`
    })
    .join('\n')
}
