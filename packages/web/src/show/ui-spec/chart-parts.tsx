import type { ReactNode } from 'react'
import { chartNumber, chartPoints, chartRange, type Point } from './chart-points.js'
import { type Part, useProps } from './spec-context.js'
import './chart-parts.css'

const MOST_BARS = 40
const MOST_SLICES = 7
const [WIDTH, HEIGHT] = [400, 100]
const RADIUS = 40
const AROUND = 2 * Math.PI * RADIUS

/** Elements that plot values. */
export const chartParts = { BarChart, LineChart, PieChart } as const satisfies Record<string, Part>

interface Plot {
  title: string
  unit: string
  points: Point[]
}

function usePlot({ node }: Parameters<Part>[0]): Plot {
  const props = useProps(node)
  return { title: props.text('title', 'label'), unit: props.text('unit'), points: chartPoints(props) }
}

function Chart({ plot, children, more }: { plot: Plot; children: ReactNode; more?: string | undefined }) {
  return (
    <figure className="spec-chart">
      {plot.title && <figcaption>{plot.title}</figcaption>}
      {plot.points.length === 0 ? <p className="spec-about">No values</p> : children}
      {more && <p className="spec-about">{more}</p>}
    </figure>
  )
}

function BarChart(given: Parameters<Part>[0]) {
  const plot = usePlot(given)
  const { low, high } = chartRange(plot.points)
  const place = (value: number) => ((value - low) / (high - low)) * 100
  const left = plot.points.length - MOST_BARS
  return (
    <Chart plot={plot} more={left > 0 ? `and ${left} more` : undefined}>
      <ul className="spec-bars">
        {plot.points.slice(0, MOST_BARS).map(({ label, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values have no other name
          <li key={at}>
            <span className="spec-bar-label">{label}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect
                x={Math.min(place(0), place(value))}
                width={Math.abs(place(value) - place(0))}
                height="10"
              />
              <line x1={place(0)} x2={place(0)} y1="0" y2="10" />
            </svg>
            <span className="spec-bar-value">{chartNumber(value, plot.unit)}</span>
          </li>
        ))}
      </ul>
    </Chart>
  )
}

function LineChart(given: Parameters<Part>[0]) {
  const plot = usePlot(given)
  const { points, unit } = plot
  const { low, high } = chartRange(points)
  const x = (at: number) => (points.length < 2 ? WIDTH / 2 : (at / (points.length - 1)) * WIDTH)
  const y = (value: number) => HEIGHT - ((value - low) / (high - low)) * HEIGHT
  const path = points.map(
    ({ value }, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`,
  )
  const last = points.at(-1)
  const about = last
    ? `${points.length} values from ${chartNumber(points[0]?.value ?? 0, unit)} to ${chartNumber(last.value, unit)}`
    : ''
  return (
    <Chart plot={plot}>
      <div className="spec-line-plot">
        <div className="spec-axis" aria-hidden="true">
          <span>{chartNumber(high, unit)}</span>
          <span>{chartNumber(low, unit)}</span>
        </div>
        <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" role="img" aria-label={about}>
          <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} />
          <path d={path.join('')} />
        </svg>
        <div className="spec-ends">
          <span>{points[0]?.label}</span>
          <span>{last?.label}</span>
        </div>
      </div>
    </Chart>
  )
}

function PieChart(given: Parameters<Part>[0]) {
  const plot = usePlot(given)
  const slices = slicesOf(plot.points)
  const whole = slices.reduce((sum, { value }) => sum + value, 0)
  let turned = 0
  return (
    <Chart plot={{ ...plot, points: slices }}>
      <div className="spec-pie">
        <svg viewBox="0 0 100 100" aria-hidden="true">
          {slices.map(({ value }, at) => {
            const length = (value / whole) * AROUND
            const offset = -turned
            turned += length
            const dashes = `${Math.max(0, length - 1)} ${AROUND}`
            return (
              <circle
                // biome-ignore lint/suspicious/noArrayIndexKey: values have no other name
                key={at}
                cx="50"
                cy="50"
                r={RADIUS}
                data-slice={at}
                strokeDasharray={dashes}
                strokeDashoffset={offset}
              />
            )
          })}
        </svg>
        <ul>
          {slices.map(({ label, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: values have no other name
            <li key={at}>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" data-slice={at} />
              </svg>
              <span>{label || `Part ${at + 1}`}</span>
              <span className="spec-bar-value">
                {chartNumber(value, plot.unit)} ({Math.round((value / whole) * 100)} %)
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Chart>
  )
}

/** The largest parts; the small ones together are one. A part of a whole is more than nothing. */
function slicesOf(points: readonly Point[]): Point[] {
  const parts = points.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value)
  const rest = parts.slice(MOST_SLICES)
  if (rest.length === 0) return parts
  const others = rest.reduce((sum, { value }) => sum + value, 0)
  return [...parts.slice(0, MOST_SLICES), { label: `${rest.length} others`, value: others }]
}
