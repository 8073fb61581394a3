type Labels = readonly string[]

interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** Appends the lines of the samples. */
  write: (lines: string[]) => void
}

const NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/

/** Seconds. From a fast answer on loopback to one that hangs. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** A count that only rises. */
export class Counter {
  value = 0

  add(amount = 1): void {
    this.value += amount
  }
}

/** How often a value fell under each bound. */
export class Histogram {
  readonly bounds: readonly number[]
  readonly counts: number[]
  sum = 0
  count = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = bounds.map(() => 0)
  }

  observe(value: number): void {
    this.sum += value
    this.count += 1
    let index = 0
    while (index < this.bounds.length && value > (this.bounds[index] ?? 0)) index++
    if (index < this.counts.length) this.counts[index] = (this.counts[index] ?? 0) + 1
  }
}

/** The series of one metric, one for each set of label values. Give only values from a small, fixed set. */
export class Series<T> {
  readonly #make: () => T
  readonly #items = new Map<string, { labels: Labels; item: T }>()

  constructor(make: () => T) {
    this.#make = make
  }

  of(...labels: string[]): T {
    const key = labels.length === 1 ? (labels[0] ?? '') : labels.join('\u0000')
    let entry = this.#items.get(key)
    if (!entry) {
      entry = { labels, item: this.#make() }
      this.#items.set(key, entry)
    }
    return entry.item
  }

  *entries(): IterableIterator<{ labels: Labels; item: T }> {
    yield* this.#items.values()
  }
}

/** The gateway's numbers, in the text form Prometheus reads. */
export class Metrics {
  readonly #families = new Map<string, Family>()

  counter(name: string, help: string, labelNames: Labels = []): Series<Counter> {
    const series = new Series(() => new Counter())
    this.#add(name, help, 'counter', labelNames, (lines) => {
      for (const { labels, item } of series.entries())
        lines.push(`${name}${braces(labelNames, labels)} ${item.value}`)
    })
    return series
  }

  /** A number that is read when somebody asks. */
  gauge(name: string, help: string, read: () => number): void {
    this.#add(name, help, 'gauge', [], (lines) => lines.push(`${name} ${read()}`))
  }

  /** Numbers of one kind, one for each value of a label. */
  gauges(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void {
    this.#add(name, help, 'gauge', [label], (lines) => {
      for (const [value, number] of Object.entries(read()))
        lines.push(`${name}${braces([label], [value])} ${number}`)
    })
  }

  histogram(
    name: string,
    help: string,
    labelNames: Labels = [],
    bounds = DURATION_BUCKETS,
  ): Series<Histogram> {
    const series = new Series(() => new Histogram(bounds))
    this.#add(name, help, 'histogram', labelNames, (lines) => {
      for (const { labels, item } of series.entries()) writeHistogram(lines, name, labelNames, labels, item)
    })
    return series
  }

  render(): string {
    const lines: string[] = []
    for (const family of this.#families.values()) {
      lines.push(`# HELP ${family.name} ${family.help.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}`)
      lines.push(`# TYPE ${family.name} ${family.type}`)
      family.write(lines)
    }
    return `${lines.join('\n')}\n`
  }

  #add(name: string, help: string, type: Family['type'], labelNames: Labels, write: Family['write']): void {
    if (![name, ...labelNames].every((word) => NAME.test(word)))
      throw new Error(`${name} is no name of a metric`)
    if (this.#families.has(name)) throw new Error(`the metric ${name} exists already`)
    this.#families.set(name, { name, help, type, write })
  }
}

function writeHistogram(lines: string[], name: string, names: Labels, values: Labels, item: Histogram): void {
  let below = 0
  for (const [index, bound] of item.bounds.entries()) {
    below += item.counts[index] ?? 0
    lines.push(`${name}_bucket${braces([...names, 'le'], [...values, String(bound)])} ${below}`)
  }
  lines.push(`${name}_bucket${braces([...names, 'le'], [...values, '+Inf'])} ${item.count}`)
  lines.push(
    `${name}_sum${braces(names, values)} ${item.sum}`,
    `${name}_count${braces(names, values)} ${item.count}`,
  )
}

function braces(names: Labels, values: Labels): string {
  if (names.length === 0) return ''
  return `{${names.map((name, index) => `${name}="${escapeLabel(values[index] ?? '')}"`).join(',')}}`
}

function escapeLabel(value: string): string {
  return value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
}
