import { within } from '../goals.mjs'
import { median } from '../statistics.mjs'

const EVENTS = 20_000
/** What the running turn has said already, and that it goes on for longer than anybody measures. */
const SAID = { deltas: 1000, bytes: 500 }
const PROMPT = `demo:long:${SAID.deltas}:${SAID.bytes} demo:slow:300`

/** How long it takes to come to a session of many events while its agent is in the middle of an answer. */
export const joinMidTurn = {
  name: 'join-mid-turn',
  measures: {
    'join-mid-turn': {
      title: 'A session of 20,000 events with a running turn opens: joined from its start, everything parsed',
      unit: 'ms',
      goal: within(1000, 'ms'),
    },
    'join-mid-turn-snapshot': {
      title: 'The same session joined without replay, to its snapshot',
      unit: 'ms',
      goal: within(1000, 'ms'),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const { port, token } = await context.gateway()
    const agent = context.load('./load/mid-turn.mjs', { port, token })
    const { session } = await agent.ask('prepare', { events: EVENTS, prompt: PROMPT })
    const reader = context.load('./load/replays.mjs', { port, token })
    /** @type {number[]} */
    const whole = []
    /** @type {number[]} */
    const snapshots = []
    for (let run = 0; run < context.pairs; run += 1) {
      const joined = await reader.ask('parse', { session, streamed: true })
      check(joined.events >= EVENTS, `${joined.events} events of ${EVENTS} were replayed`)
      check(joined.textSoFar >= SAID.deltas * SAID.bytes, `the turn had said ${joined.textSoFar} characters`)
      whole.push(joined.whole / 1000)
      const { snapshot } = await reader.ask('parse', { session, plain: true, streamed: true })
      snapshots.push(snapshot / 1000)
    }
    return {
      'join-mid-turn': {
        value: median(whole),
        note: `the turn had said 500 KB; the first join took ${whole[0]?.toFixed(0)} ms`,
      },
      'join-mid-turn-snapshot': { value: median(snapshots) },
    }
  },
}

/** @param {boolean} isSo @param {string} otherwise */
function check(isSo, otherwise) {
  if (!isSo) throw new Error(otherwise)
}
