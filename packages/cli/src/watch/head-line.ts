import { duration } from '../age.js'
import { cutToWidth } from '../terminal/display-width.js'
import { visibleLine } from '../terminal/plain-text.js'
import { NARROW } from './columns.js'
import { LAMPS, type LampName, lampOf } from './lamp.js'
import type { WatchModel } from './model.js'
import type { Line, Segment } from './palette.js'
import { lineWidth } from './wrap-line.js'

/** The mark, how many are in which state, and whether this is live. */
export function headLine(model: WatchModel, now: number): Line {
  const right = rightOf(model, now)
  const room = model.columns - lineWidth(right) - 2
  const head: Segment[] = [{ text: '  Signalbox', style: 'strong' }]
  for (const segments of counts(model)) {
    if (lineWidth([...head, ...segments]) > room) break
    head.push(...segments)
  }
  const fill = Math.max(1, model.columns - lineWidth(head) - lineWidth(right))
  return [...head, { text: ' '.repeat(fill) }, ...right]
}

function counts(model: WatchModel): Segment[][] {
  const lamps = [...model.board.values()]
    .filter(({ sessionId }) => !model.muted.has(sessionId))
    .map((entry) => lampOf(entry))
  return (Object.keys(LAMPS) as LampName[]).flatMap((name) => {
    const count = lamps.filter((lamp) => lamp === name).length
    if (count === 0) return []
    const { shape, counted, style } = LAMPS[name]
    const said = name === 'needs' && count === 1 ? 'needs you' : counted
    const text: Segment =
      name === 'needs' ? { text: ` ${count} ${said}`, style } : { text: ` ${count} ${said}`, style: 'soft' }
    return [[{ text: '   ' }, { text: shape, style }, text]]
  })
}

/** Whether this is live, always; before it what the list was narrowed to, and how to have all of it again. */
function rightOf(model: WatchModel, now: number): Segment[] {
  const { search, mode, columns } = model
  const link = linkSegment(model, now)
  if (search === '' || mode.at === 'searching') return [link]
  const hint: Segment = { text: columns < NARROW ? '' : '  Esc shows all', style: 'faint' }
  const text = cutToWidth(`/${visibleLine(search)}`, columns < NARROW ? 8 : 24)
  return [{ text, style: 'accent' }, hint, { text: '   ' }, link]
}

function linkSegment({ link }: WatchModel, now: number): Segment {
  if (link.state === 'reconnecting')
    return { text: `reconnecting (${duration(Math.max(0, link.retryAt - now))})`, style: 'waiting' }
  return { text: 'live', style: 'faint' }
}
