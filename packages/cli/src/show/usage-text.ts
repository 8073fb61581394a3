import type { SessionEvent } from '@signalbox/client'
import { oneLine } from '../terminal/plain-text.js'

type Usage = Omit<SessionEvent<'usage_update'>, 'type' | 'sessionId' | 'seq' | 'ts' | 'turnId'>

const THOUSAND = 1000

/** `940`, `12.5k`, `1.2M` */
export function count(number: number): string {
  if (number < THOUSAND) return String(number)
  const [size, unit] = number < THOUSAND ** 2 ? [THOUSAND, 'k'] : [THOUSAND ** 2, 'M']
  return `${(number / size).toFixed(1).replace(/\.0$/, '')}${unit}`
}

/** Dollars with as many places as it takes to see them. */
export function dollars(micro: number): string {
  const amount = micro / 1_000_000
  return `$${amount.toFixed(amount !== 0 && amount < 0.1 ? 4 : 2)}`
}

/** What a turn used, of what the agent told. */
export function usageParts(usage: Usage | undefined): string[] {
  if (!usage) return []
  const { inputTokens, outputTokens, cachedTokens, costMicroDollars, model } = usage
  return [
    inputTokens === null ? '' : `${count(inputTokens)} in`,
    outputTokens === null ? '' : `${count(outputTokens)} out`,
    cachedTokens === null ? '' : `${count(cachedTokens)} cached`,
    costMicroDollars === null ? '' : dollars(costMicroDollars),
    model === null ? '' : oneLine(model),
  ].filter((part) => part !== '')
}
