import type { Json, JsonObject } from '@signalbox/protocol'

/** Tokens of some answers; cost in millionths of a dollar, where it was told. */
export interface Counts {
  inputTokens: number
  outputTokens: number
  cachedTokens: number
  costMicroDollars: number | null
}

const NOTHING: Counts = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costMicroDollars: null }
/** Of so many answers it is known what each used; what those before them used is known in sum. */
const MAX_ANSWERS = 256
/** Claude Code itself speaks under this name, for nothing. */
const NO_MODEL = '<synthetic>'

/** What a turn has used so far: the sum over its answers, each told any number of times by its message id. */
export class TurnUsage {
  #turn: string | undefined
  #model: string | null = null
  #before = NOTHING
  readonly #answers = new Map<string, Counts>()
  #told = ''
  #changed = false

  /** So much was used before the answers that are told from here on. */
  begin(turn: string | undefined, used: Counts): void {
    this.#clear(turn)
    this.#before = used
  }

  /** What one answer used so far. */
  take(turn: string | undefined, { id, model, usage }: JsonObject, costUSD?: Json): void {
    if (typeof id !== 'string' || !isObject(usage) || model === NO_MODEL) return
    if (turn !== this.#turn) this.#clear(turn)
    if (typeof model === 'string' && model !== '') this.#model = model
    this.#answers.set(id.slice(0, 200), countsOf(usage, costUSD))
    this.#changed = true
    const [oldest] = this.#answers
    if (this.#answers.size <= MAX_ANSWERS || !oldest) return
    this.#before = sum(this.#before, oldest[1])
    this.#answers.delete(oldest[0])
  }

  /** The turn so far, if it is otherwise than it was told last. */
  tell(): { turn: string | undefined; data: JsonObject } | undefined {
    if (!this.#changed) return undefined
    this.#changed = false
    const counts = [...this.#answers.values()].reduce(sum, this.#before)
    const data: JsonObject = { model: this.#model, provider: 'anthropic', ...counts }
    const told = JSON.stringify([this.#turn, data])
    if (told === this.#told) return undefined
    this.#told = told
    return { turn: this.#turn, data }
  }

  #clear(turn: string | undefined): void {
    this.#turn = turn
    this.#model = null
    this.#before = NOTHING
    this.#answers.clear()
  }
}

/** Input is all the model read, from its cache or not. */
function countsOf(usage: JsonObject, costUSD: Json | undefined): Counts {
  const cached = amount(usage.cache_read_input_tokens)
  return {
    inputTokens: amount(usage.input_tokens) + amount(usage.cache_creation_input_tokens) + cached,
    outputTokens: amount(usage.output_tokens),
    cachedTokens: cached,
    costMicroDollars: typeof costUSD === 'number' ? Math.round(amount(costUSD, 1e6) * 1e6) : null,
  }
}

function sum(a: Counts, b: Counts): Counts {
  const cost =
    a.costMicroDollars === null ? b.costMicroDollars : a.costMicroDollars + (b.costMicroDollars ?? 0)
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    costMicroDollars: cost,
  }
}

function amount(value: Json | undefined, most = 1e12): number {
  return typeof value === 'number' && value > 0 && value <= most ? value : 0
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
