import { proseText } from '../prose-text.js'
import { objectOf } from './spec-tree.js'

const LONGEST = 20_000

/** The props of an element, asked for by the names agents use for them; whatever is of another type is not there. */
export class Props {
  readonly #values: Readonly<Record<string, unknown>>

  constructor(values: unknown) {
    this.#values = objectOf(values)
  }

  /** The first of the names that is there. */
  get(...names: string[]): unknown {
    const name = names.find((one) => Object.hasOwn(this.#values, one) && (this.#values[one] ?? null) !== null)
    return name === undefined ? undefined : this.#values[name]
  }

  text(...names: string[]): string {
    return textOf(this.get(...names))
  }

  number(...names: string[]): number | undefined {
    return numberOf(this.get(...names))
  }

  list(...names: string[]): readonly unknown[] {
    const value = this.get(...names)
    return Array.isArray(value) ? value : []
  }
}

/** A plain value as harmless text; nothing for lists and objects. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return proseText(value.slice(0, LONGEST))
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : ''
}

/** A number, also one in words as agents write them: `1.2 s`, `80 %`. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number.parseFloat(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A choice: its words and what it stands for. */
export interface Choice {
  label: string
  value: string
}

/** The choices of a list: plain values, or objects with a label. */
export function choicesOf(list: readonly unknown[]): Choice[] {
  return list.slice(0, 500).map((item) => {
    const props = new Props(item)
    const value = textOf(item) || props.text('value', 'id', 'key') || props.text('label', 'title', 'text')
    return { label: props.text('label', 'title', 'text', 'name') || value, value }
  })
}
