import type { SessionEvent, SessionEventType, StreamItem } from '@signalbox/client'
import { shortId } from '../short-id.js'
import { cutToWidth, displayWidth } from '../terminal/display-width.js'
import type { Colour } from '../terminal/paint.js'
import { oneLine } from '../terminal/plain-text.js'
import type { Screen } from '../terminal/screen.js'
import { eventLine } from './event-line.js'

const COLOURS: Partial<Record<SessionEventType, Colour>> = {
  turn_started: 'cyan',
  turn_complete: 'green',
  turn_error: 'red',
  tool_error: 'red',
  permission_requested: 'yellow',
  question_requested: 'yellow',
  attention_raised: 'yellow',
  agent_notification: 'bold',
  toast: 'bold',
  agent_unparsed: 'dim',
  user_message: 'bold',
  message_complete: 'bold',
}
/** The longest usual names; what is longer moves its own line only. */
const TYPE_WIDTH = 20

/** Events as lines: when, in which session, what. */
export class TailView {
  readonly #screen: Pick<Screen, 'paint' | 'width'>

  /** Sessions whose running turn has told its text already. */
  readonly #said = new Set<string>()
  readonly #names = new Map<string, string | null>()

  constructor(screen: Pick<Screen, 'paint' | 'width'>) {
    this.#screen = screen
  }

  /** undefined for what is not worth a line. */
  lineOf(item: StreamItem): string | undefined {
    if (item.type === 'gap') return this.#gap(item)
    const summary = this.#summaryOf(item)
    if (summary === undefined || this.#isNoNews(item)) return undefined
    const { paint, width } = this.#screen
    const type = oneLine(item.type).padEnd(TYPE_WIDTH)
    const head = [timeOf(item.ts), shortId(item.sessionId), type]
    const room = width() - displayWidth(head.join(' ')) - 1
    const colour = COLOURS[item.type]
    return `${paint('dim', `${head[0]} ${head[1]}`)} ${colour ? paint(colour, type) : type} ${cutToWidth(summary, room)}`.trimEnd()
  }

  /** An agent that is only watched tells what it said with the end of its turn. */
  #summaryOf(event: SessionEvent): string | undefined {
    const summary = eventLine(event)
    if (event.type === 'turn_started') this.#said.delete(event.sessionId)
    if (event.type === 'message_complete') this.#said.add(event.sessionId)
    if (event.type !== 'turn_complete' || this.#said.delete(event.sessionId)) return summary
    return [summary, oneLine(event.finalText)].filter(Boolean).join(' ')
  }

  /** A session that changed in nothing but its state: `session_state` tells of that. */
  #isNoNews(event: SessionEvent): boolean {
    if (!('session' in event)) return false
    const { id, name } = event.session
    const known = this.#names.has(id) && this.#names.get(id) === name
    this.#names.set(id, name)
    return event.type === 'session_updated' && known
  }

  #gap({ sessionId, fromSeq, toSeq, reason }: StreamItem & { type: 'gap' }): string | undefined {
    // What was live only is not missed in a list of what happened.
    if (reason === 'ephemeral') return undefined
    return this.#screen.paint(
      'dim',
      `         ${shortId(sessionId)} ${toSeq - fromSeq} events are missing here (${oneLine(reason)})`,
    )
  }
}

function timeOf(ts: number): string {
  return new Date(ts).toTimeString().slice(0, 8)
}
