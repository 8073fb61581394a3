import { numberOf, Props, textOf } from './read-props.js'

/** One value of a chart. */
export interface Point {
  label: string
  value: number
}

const MOST = 500
const LABELS = ['label', 'name', 'x', 'category', 'date', 'time', 'key']
const VALUES = ['value', 'y', 'count', 'amount', 'total']

/** The values of a chart, in the ways agents write them: numbers, objects, or labels and values in two lists. */
export function chartPoints(props: Props): Point[] {
  const labels = props.list('labels', 'categories')
  const data = props.list('data', 'values', 'points', 'series')
  const labelKeys = [props.text('xKey', 'nameKey', 'labelKey', 'categoryKey'), ...LABELS].filter(Boolean)
  const valueKeys = [props.text('yKey', 'valueKey', 'dataKey'), ...VALUES].filter(Boolean)
  return data.slice(0, MOST).flatMap((item, at) => {
    const point = new Props(item)
    const [first, second]: readonly unknown[] = Array.isArray(item) ? item : []
    const value = numberOf(Array.isArray(item) ? second : (numberOf(item) ?? point.get(...valueKeys)))
    const label = textOf(first) || point.text(...labelKeys) || textOf(labels[at])
    return value === undefined ? [] : [{ label, value }]
  })
}

/** The lowest and the highest a chart has to show; always with zero, so that lengths tell the truth. */
export function chartRange(points: readonly Point[]): { low: number; high: number } {
  const values = points.map(({ value }) => value)
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  return { low, high: high === low ? low + 1 : high }
}

/** A number as a label: few digits, and the unit when there is one. */
export function chartNumber(value: number, unit: string): string {
  const shown =
    Number.isInteger(value) && Math.abs(value) < 1e7 ? String(value) : String(Number(value.toPrecision(4)))
  const signed = shown.replace('-', '−')
  return unit === '' ? signed : `${signed} ${unit}`
}
