import { atLeast } from './goals.mjs'
import { entryOf } from './run-rows.mjs'

/** An entry to show, as a row would have given it. @param {string} name @param {import('./run-rows.mjs').Figure} [figure] */
export function entryFixture(name, figure) {
  const measure = {
    title: `What ${name} is`,
    unit: 'events/s',
    goal: atLeast(0.6),
    target: '10,000 events/s',
  }
  return entryOf(name, measure, figure)
}
