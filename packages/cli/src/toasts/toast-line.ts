import type { Notification } from '@signalbox/protocol/flow'
import { cutToWidth, displayWidth } from '../terminal/display-width.js'
import type { Colour } from '../terminal/paint.js'
import { oneLine } from '../terminal/plain-text.js'
import type { Screen } from '../terminal/screen.js'
import { LAMPS } from '../watch/lamp.js'

interface Look {
  /** Told apart without colour. */
  shape: string
  word: string
  colour: Colour
}

const LEVELS: Readonly<Record<Notification['level'], Look>> = {
  error: { shape: LAMPS.failed.shape, word: 'error', colour: 'red' },
  warning: { shape: LAMPS.waiting.shape, word: 'warning', colour: 'yellow' },
  info: { shape: LAMPS.working.shape, word: 'info', colour: 'cyan' },
}
const NEEDS: Look = { shape: LAMPS.needs.shape, word: 'needs you', colour: 'yellow' }
const SETTLED: Look = { shape: LAMPS.idle.shape, word: 'settled', colour: 'dim' }
const WIDEST = NEEDS.word.length

/** A notification on one line: when, how loud, of which session, what. */
export function toastLine(
  notification: Notification,
  session: string,
  { paint, width }: Pick<Screen, 'paint' | 'width'>,
): string {
  const { shape, word, colour } = lookOf(notification)
  const time = timeOf(notification.timestamp)
  const lamp = `${shape} ${word.padEnd(WIDEST)}`
  const room = width() - displayWidth(`${time} ${lamp} `)
  const said = [oneLine(session), oneLine(notification.message)].filter((part) => part !== '').join('  ')
  return `${paint('dim', time)} ${paint(colour, lamp)} ${cutToWidth(said, room)}`.trimEnd()
}

function lookOf({ type, level }: Notification): Look {
  if (type === 'attention_raised') return NEEDS
  return type === 'attention_cleared' ? SETTLED : LEVELS[level]
}

function timeOf(timestamp: string): string {
  const when = new Date(timestamp)
  if (Number.isNaN(when.getTime())) return '--:--:--'
  return [when.getHours(), when.getMinutes(), when.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
