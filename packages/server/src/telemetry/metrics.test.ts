import { expect, it } from 'vitest'
import { Metrics } from './metrics.js'

it('renders counters, gauges and histograms', () => {
  const metrics = new Metrics()
  const events = metrics.counter('events_total', 'Events so far.', ['type'])
  events.of('turn').add()
  events.of('turn').add(2)
  events.of('plan').add()
  metrics.counter('starts_total', 'Starts.').of().add()
  let sessions = 3
  metrics.gauge('sessions', 'Open sessions.', () => sessions)
  const seconds = metrics.histogram('wait_seconds', 'Waiting.', ['door'], [0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 7]) seconds.of('ws').observe(value)
  sessions = 4
  expect(metrics.render()).toBe(`# HELP events_total Events so far.
# TYPE events_total counter
events_total{type="turn"} 3
events_total{type="plan"} 1
# HELP starts_total Starts.
# TYPE starts_total counter
starts_total 1
# HELP sessions Open sessions.
# TYPE sessions gauge
sessions 4
# HELP wait_seconds Waiting.
# TYPE wait_seconds histogram
wait_seconds_bucket{door="ws",le="0.1"} 2
wait_seconds_bucket{door="ws",le="1"} 3
wait_seconds_bucket{door="ws",le="+Inf"} 4
wait_seconds_sum{door="ws"} 7.65
wait_seconds_count{door="ws"} 4
`)
})

it('keeps label values apart and on their line', () => {
  const metrics = new Metrics()
  const series = metrics.counter('c', 'Two\nlines \\ here.', ['a', 'b'])
  series.of('x"y\\z\n', '1').add()
  series.of('x', 'y').add()
  series.of('x').add()
  expect(metrics.render()).toContain('# HELP c Two\\nlines \\\\ here.\n')
  expect(metrics.render()).toContain('c{a="x\\"y\\\\z\\n",b="1"} 1\n')
  expect(metrics.render().trimEnd().split('\n')).toHaveLength(5)
})

it('gives the same series for the same labels', () => {
  const series = new Metrics().counter('c', 'c', ['a'])
  expect(series.of('x')).toBe(series.of('x'))
  expect(series.of('x')).not.toBe(series.of('y'))
})

it('refuses a name that is none, or is taken', () => {
  const metrics = new Metrics()
  metrics.counter('c', 'c')
  expect(() => metrics.gauge('c', 'c', () => 0)).toThrow(/exists already/)
  expect(() => metrics.counter('no name', 'c')).toThrow(/no name of a metric/)
  expect(() => metrics.counter('d', 'd', ['no-label'])).toThrow(/no name of a metric/)
})

it('reads gauges of one kind when somebody asks, one for each value of their label', () => {
  const metrics = new Metrics()
  const counts: Record<string, number> = { pending: 2 }
  metrics.gauges('deliveries', 'By status.', 'status', () => counts)
  counts.dead = 1
  expect(metrics.render()).toBe(
    '# HELP deliveries By status.\n# TYPE deliveries gauge\ndeliveries{status="pending"} 2\ndeliveries{status="dead"} 1\n',
  )
})
