import { clockTime, dayOf } from '../session/clock-time.js'

/** A moment: the time of day, with the day as its title. */
export function When({ at }: { at: number }) {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return null
  return (
    <time dateTime={date.toISOString()} title={`${dayOf(at)} ${clockTime(at)}`}>
      {clockTime(at)}
    </time>
  )
}
