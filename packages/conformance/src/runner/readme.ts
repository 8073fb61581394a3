import { readFileSync } from 'node:fs'
import type { Summary } from './summary.js'

const README = new URL('../../../../README.md', import.meta.url)
const SENTENCE = /sees (\d+) of the registry's (\d+) event types/

/** What README.md says wrongly of the types on the wire; undefined when it is right. */
export function readmeFault(
  { seen, unseen }: Pick<Summary, 'seen' | 'unseen'>,
  text = readReadme(),
): string | undefined {
  const [, number, all] = SENTENCE.exec(text) ?? []
  const right = [seen.length, seen.length + unseen.length]
  if (number === undefined) return 'README.md does not say how many event types the suite sees'
  if (Number(number) === right[0] && Number(all) === right[1]) return undefined
  return `README.md says ${number} of ${all} event types, this run saw ${right[0]} of ${right[1]}`
}

function readReadme(): string {
  return readFileSync(README, 'utf8')
}
