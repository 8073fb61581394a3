import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartNumber, chartPoints, chartRange } from './chart-points.js'
import { Props } from './read-props.js'

const points = (props: unknown) =>
  chartPoints(new Props(props)).map(({ label, value }) => `${label}=${value}`)

describe('chartPoints', () => {
  it.each([
    [
      'objects',
      {
        data: [
          { label: 'a', value: 1 },
          { name: 'b', count: '2' },
        ],
      },
      ['a=1', 'b=2'],
    ],
    ['names of its own', { data: [{ day: 'Mo', runs: 3 }], xKey: 'day', yKey: 'runs' }, ['Mo=3']],
    ['numbers', { data: [1, '2.5 s'], labels: ['a', 'b'] }, ['a=1', 'b=2.5']],
    ['pairs', { data: [['a', 1]] }, ['a=1']],
    ['two lists', { labels: ['a'], values: [7] }, ['a=7']],
    ['what is no number', { data: [null, {}, 'x', { value: Number.NaN }] }, []],
    ['nothing', {}, []],
  ])('%s', (_what, props, expected) => {
    expect(points(props)).toEqual(expected)
  })

  it('is bounded and never throws', () => {
    expect(points({ data: Array.from({ length: 10_000 }, (_, at) => at) })).toHaveLength(500)
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (data, labels) => {
        for (const { value } of chartPoints(new Props({ data, labels })))
          expect(Number.isFinite(value)).toBe(true)
      }),
    )
  })
})

describe('chartRange', () => {
  it('always has zero in it, and is never empty', () => {
    const of = (...values: number[]) => chartRange(values.map((value) => ({ label: '', value })))
    expect(of(3, 9)).toEqual({ low: 0, high: 9 })
    expect(of(-2, 1)).toEqual({ low: -2, high: 1 })
    expect(of(0)).toEqual({ low: 0, high: 1 })
    expect(of()).toEqual({ low: 0, high: 1 })
  })
})

describe('chartNumber', () => {
  it.each([
    [12, 'runs', '12 runs'],
    [-4, '', '−4'],
    [0.123456, 's', '0.1235 s'],
  ])('%d %s', (value, unit, expected) => {
    expect(chartNumber(value, unit)).toBe(expected)
  })
})
