import type { Finding } from '@signalbox/protocol'
import type { Paint } from '../terminal/paint.js'

/** One thing `signalbox doctor` looked at. */
export type Check = Finding
export type Lamp = Finding['lamp']

const LAMPS = { ok: ['●', 'green'], note: ['○', 'yellow'], wrong: ['●', 'red'] } as const
const WORDS: Readonly<Record<Lamp, string>> = { ok: 'ok', note: 'note', wrong: 'wrong' }
const WIDEST_WORD = 5

/** The checks as lines: a lamp and its word, what was looked at, what there is to say, and what to type. */
export function checkLines(checks: readonly Check[], paint: Paint): string[] {
  const widest = Math.max(...checks.map(({ name }) => name.length))
  return checks.flatMap(({ name, lamp, says, type }) => {
    const [sign, colour] = LAMPS[lamp]
    const word = WORDS[lamp].padEnd(WIDEST_WORD)
    const margin = ' '.repeat(widest + WIDEST_WORD + 6)
    return [
      `${paint(colour, sign)} ${paint(colour, word)}  ${name.padEnd(widest)}  ${says}`,
      ...(type === undefined ? [] : [`${margin}type: ${paint('bold', type)}`]),
    ]
  })
}

export function isAllWell(checks: readonly Check[]): boolean {
  return checks.every(({ lamp }) => lamp !== 'wrong')
}
