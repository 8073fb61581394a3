import { atLeast } from '../goals.mjs'
import { interleave } from '../interleave.mjs'
import { REPLAYED } from '../log/plan.mjs'
import { middlePair } from '../statistics.mjs'

/** One session of a big log, disk to socket, beside a bare SQLite scan of the same rows. */
export const replay = {
  name: 'replay',
  measures: {
    replay: {
      title: 'Replay of one session of 100,000 events among a million, disk to socket',
      unit: 'events/s',
      goal: atLeast(0.3),
      target: '100,000 events/s',
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const dataDir = await context.million()
    const { port, token } = await context.gateway(dataDir)
    const reader = context.load('./load/replays.mjs', { port, token })
    const scanner = context.load('./baseline/scan.mjs', { dataDir })
    const { name: session, events } = REPLAYED
    // The first time everything is parsed and checked; the measured ones count as many frames again.
    const first = await reader.ask('parse', { session })
    if (first.events !== events) throw new Error(`${first.events} events of ${events} were replayed`)
    await scanner.ask('scan', { session, events })
    const { frames } = first
    const pairs = await interleave(context.pairs, {
      gateway: () => reader.ask('count', { session, frames }),
      baseline: () => scanner.ask('scan', { session, events }),
    })
    const perSecond = (/** @type {{whole: number}} */ { whole }) => (events / whole) * 1e6
    return {
      replay: middlePair(
        pairs.map(({ gateway, baseline }) => ({ value: perSecond(gateway), baseline: perSecond(baseline) })),
      ),
    }
  },
}
