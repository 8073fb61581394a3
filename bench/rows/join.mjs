import { within } from '../goals.mjs'
import { OPENED } from '../log/plan.mjs'
import { median } from '../statistics.mjs'

/** How long it takes to open a long session: with its whole replay, and without. */
export const join = {
  name: 'join-20000',
  measures: {
    'join-20000': {
      title: 'A session of 20,000 events opens: joined from its start, everything parsed',
      unit: 'ms',
      goal: within(1000, 'ms'),
    },
    'join-20000-snapshot': {
      title: 'The same session joined without replay, to its snapshot',
      unit: 'ms',
      goal: within(1000, 'ms'),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const { port, token } = await context.gateway(await context.million())
    const reader = context.load('./load/replays.mjs', { port, token })
    const { name: session, events } = OPENED
    /** @type {number[]} */
    const whole = []
    /** @type {number[]} */
    const snapshots = []
    for (let run = 0; run < context.pairs; run += 1) {
      const replayed = await reader.ask('parse', { session })
      if (replayed.events !== events) throw new Error(`${replayed.events} events of ${events} were replayed`)
      whole.push(replayed.whole / 1000)
      const { snapshot } = await reader.ask('parse', { session, plain: true })
      snapshots.push(snapshot / 1000)
    }
    return {
      'join-20000': {
        value: median(whole),
        note: `the first after the start took ${whole[0]?.toFixed(0)} ms`,
      },
      'join-20000-snapshot': { value: median(snapshots) },
    }
  },
}
