import { quote } from './quote.js'
import type { NumberRule, Scenario, ScenarioRow } from './scenario.js'

/** What a prompt asks the demo agent for: a scenario, or one that cannot be played and what to say about it. */
export type Cue =
  | { kind: 'play'; play: Scenario; numbers: readonly number[] }
  | { kind: 'tell'; text: string }

/** `demo:NAME` or `demo:NAME:NUMBER…`, at the start of a word; the marks of the sentence around it do not count. */
const WORD = /(?<![\w:/.-])demo:([^\s,;]+)/g
const MARKS = '.!?)]}\'"”*`:'

/** The cues of a prompt in their order; none when it names no scenario. */
export function parsePrompt(prompt: string, scenarios: ReadonlyMap<string, ScenarioRow>): Cue[] {
  return [...prompt.matchAll(WORD)].flatMap(([, word = '']) => {
    const [name = '', ...given] = withoutMarks(word).split(':')
    return name === '' ? [] : [toCue(name, given, scenarios)]
  })
}

/** A loop, not a pattern: a pattern looks for the end from every mark on, and a prompt can be a megabyte of them. */
function withoutMarks(word: string): string {
  let end = word.length
  while (end > 0 && MARKS.includes(word.charAt(end - 1))) end--
  return word.slice(0, end)
}

function toCue(name: string, given: string[], scenarios: ReadonlyMap<string, ScenarioRow>): Cue {
  const row = scenarios.get(name)
  if (!row) {
    const names = [...scenarios.keys()].join(', ')
    return tell(`I am the demo agent and there is no such scenario as ${quote(name)}. There are: ${names}.`)
  }
  const rules = row.numbers ?? []
  if (given.length > rules.length) {
    const takes = rules.length === 0 ? 'no number' : `at most ${rules.map(({ name }) => name).join(' and ')}`
    return tell(`I am the demo agent: the scenario ${name} takes ${takes}, so I did not play it.`)
  }
  const numbers = given.map(toNumber)
  const wrong = rules.findIndex((rule, index) => index < numbers.length && !fits(numbers[index], rule))
  const rule = rules[wrong]
  if (rule) {
    const asked = quote(given[wrong] ?? '')
    return tell(
      `I am the demo agent: ${rule.name} of the scenario ${name} must be a whole number from ${rule.min} to ` +
        `${rule.max}, not ${asked}, so I did not play it.`,
    )
  }
  return { kind: 'play', play: row.play, numbers }
}

function toNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

function fits(number: number | undefined, { min, max }: NumberRule): boolean {
  return number !== undefined && number >= min && number <= max
}

function tell(text: string): Cue {
  return { kind: 'tell', text: `${text}\n` }
}
