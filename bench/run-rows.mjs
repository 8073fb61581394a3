import { holds } from './goals.mjs'

/**
 * What a row gives for each of its measures; the ratio follows from the two figures.
 * @typedef {{value: number, baseline?: number, note?: string}} Figure
 *
 * @typedef {object} Measure what one figure of a row is, and what it is held against
 * @property {string} title
 * @property {string} unit
 * @property {import('./goals.mjs').Goal} goal
 * @property {string} [target] an absolute figure: told, never deciding
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {Record<string, Measure>} measures by name
 * @property {(context: import('./context.mjs').Context) => Promise<Record<string, Figure>>} run
 *
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} title
 * @property {number | null} value null when the row failed
 * @property {string} unit
 * @property {number | null} baseline
 * @property {number | null} ratio
 * @property {string} goal
 * @property {boolean} ok
 * @property {number | null} reserve how many times better than the goal asks
 * @property {string | null} target
 * @property {string} note
 */

/**
 * Runs the rows one after the other. A row has the machine to itself until it ends or steps aside, because from then on
 * it only waits; the next one begins then.
 * @param {readonly Row[]} rows
 * @param {(row: Row, stepAside: () => void) => import('./context.mjs').Context} contextOf
 * @param {() => boolean} stopped whether no further row is to begin
 * @returns {Promise<Entry[]>}
 */
export async function runRows(rows, contextOf, stopped = () => false) {
  /** @type {Promise<Entry[]>[]} */
  const running = []
  for (const row of rows) {
    if (stopped()) break
    await new Promise((resolve) => {
      const context = contextOf(row, () => resolve(undefined))
      running.push(runRow(row, context).finally(() => resolve(undefined)))
    })
  }
  return (await Promise.all(running)).flat()
}

/** A row that fails has no figures, and the others go on. @param {Row} row @param {import('./context.mjs').Context} context */
async function runRow(row, context) {
  const begun = performance.now()
  try {
    const figures = await row.run(context)
    context.tell(`done in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    return Object.entries(row.measures).map(([name, measure]) => entryOf(name, measure, figures[name]))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    context.tell(`FAILED: ${reason}`)
    return Object.entries(row.measures).map(([name, measure]) => ({
      ...entryOf(name, measure, undefined),
      note: `failed: ${reason}`,
    }))
  } finally {
    await context.close()
  }
}

/** @param {string} name @param {Measure} measure @param {Figure | undefined} figure @returns {Entry} */
export function entryOf(name, { title, unit, goal, target }, figure) {
  const value = figure?.value ?? null
  const baseline = figure?.baseline ?? null
  const ratio = value === null || baseline === null ? null : value / baseline
  const measured = value === null ? undefined : { value, baseline, ratio }
  return {
    name,
    title,
    value,
    unit,
    baseline,
    ratio,
    goal: goal.text,
    ok: measured !== undefined && holds(goal, measured),
    reserve: measured === undefined ? null : goal.reserve(measured),
    target: target ?? null,
    note: figure?.note ?? '',
  }
}
