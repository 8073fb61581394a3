import type { JsonObject } from '../event.js'
import type { Tokens, Usage } from '../registry/shapes.js'

/** How many turns are told one by one; the total is over all there ever were. */
export const MAX_USAGE_TURNS = 50

const COUNTS = ['inputTokens', 'outputTokens', 'cachedTokens', 'costMicroDollars'] as const

type TurnUsage = Usage['turns'][number]

/** What was used after an update, which tells a turn so far. A count nobody tells stays what it was. */
export function withUsage(usage: Usage, turnId: string | null, data: JsonObject): Usage {
  const known = usage.turns.find((turn) => turn.turnId === turnId)
  const told: TurnUsage = {
    turnId,
    model: nameOf(data.model) ?? known?.model ?? null,
    provider: nameOf(data.provider) ?? known?.provider ?? null,
    ...countsOf((count) => amountOf(data[count]) ?? known?.[count] ?? null),
  }
  const total = countsOf((count) => {
    const [sum, after] = [usage.total[count], told[count]]
    return after === null ? sum : (sum ?? 0) + after - (known?.[count] ?? 0)
  })
  const turns = known
    ? usage.turns.map((turn) => (turn === known ? told : turn))
    : [...usage.turns, told].slice(-MAX_USAGE_TURNS)
  return { ...usage, total, turns }
}

/** How full the context is; what is no number tells nothing. */
export function withContext(usage: Usage, data: JsonObject): Usage {
  const [contextTokens, maxContextTokens] = [amountOf(data.contextTokens), amountOf(data.maxContextTokens)]
  if (contextTokens === null || maxContextTokens === null) return usage
  return { ...usage, context: { contextTokens, maxContextTokens } }
}

function countsOf(value: (count: keyof Tokens) => number | null): Tokens {
  return Object.fromEntries(COUNTS.map((count) => [count, value(count)])) as unknown as Tokens
}

function amountOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
