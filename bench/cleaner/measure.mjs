import { clean } from '@signalbox/protocol/clean'
import { answerQuestions } from '../load/load-process.mjs'
import { sampler } from './cpu-time.mjs'
import { HOSTILE, PLAIN, TAGGED, TANGLED } from './texts.mjs'

// The cleaner alone, in a process of its own. Figures are µs of CPU.
answerQuestions({ besideParsing, growth })

const TEXTS = { ...PLAIN, ...TAGGED, ...HOSTILE, ...TANGLED }
const LENGTH = 1_000_000
const SAMPLES = 7
const WARM_UP_US = 800_000
/** A text that takes longer than this to clean is known well enough. */
const ENOUGH_US = 300_000

/** A text, cleaned and parsed in turns. @param {{name: string, pairs: number}} question */
function besideParsing({ name, pairs }) {
  const text = textOf(name, LENGTH)
  const json = JSON.stringify(text)
  const cleaning = sampler(() => cleaned(text), WARM_UP_US)
  const parsing = sampler(() => JSON.parse(json), WARM_UP_US / 10)
  const taken = Array.from({ length: pairs }, (_, pair) => {
    if (pair % 2 === 0) return { value: cleaning(), baseline: parsing() }
    const baseline = parsing()
    return { value: cleaning(), baseline }
  })
  return { bytes: Buffer.byteLength(text), pairs: taken }
}

/** A text, and one twice as long: the quickest sample of each, for noise only ever adds. @param {{name: string}} question */
function growth({ name }) {
  const [once, twice] = [textOf(name, LENGTH), textOf(name, 2 * LENGTH)]
  const takeShort = sampler(() => cleaned(once), WARM_UP_US / 4)
  const takeLong = sampler(() => cleaned(twice))
  let [short, long, spent] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
  for (let n = 0; n < SAMPLES && spent < ENOUGH_US; n += 1) {
    const [one, two] = [takeShort(), takeLong()]
    short = Math.min(short, one)
    long = Math.min(long, two)
    spent += one + two
  }
  return { bytes: Buffer.byteLength(once), short, long }
}

/** As it comes off a wire: one piece of memory, not a tree of pieces. @param {string} name @param {number} length @returns {string} */
function textOf(name, length) {
  return JSON.parse(JSON.stringify(TEXTS[name]?.(length)))
}

/** @param {string} text */
function cleaned(text) {
  const result = clean(text)
  if (result.fallback) throw new Error(`the cleaner gave up on ${JSON.stringify(text.slice(0, 60))}`)
  return result
}
