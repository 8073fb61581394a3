import { homedir } from 'node:os'
import type { Client, StreamItem, TurnEnd } from '@signalbox/client'
import type { AttentionKind, SessionMeta } from '@signalbox/protocol'
import { duration } from '../age.js'
import { Asker, type Request } from '../ask/asker.js'
import { TerminalInput } from '../ask/terminal-input.js'
import { shortId } from '../short-id.js'
import { Transcript } from '../show/transcript.js'
import { TurnView } from '../show/turn-view.js'
import { usageParts } from '../show/usage-text.js'
import { cutToWidth } from '../terminal/display-width.js'
import { jsonLine } from '../terminal/json-line.js'
import { oneLine } from '../terminal/plain-text.js'
import type { Screen } from '../terminal/screen.js'
import { EXIT, exitOf } from './exit-code.js'

/** Who is told of a turn. */
export interface TurnListener {
  show(item: StreamItem): void
  /** A line of ours beside the turn. */
  aside(line: string): void
  end(end: TurnEnd, ms: number): void
  close(): void
}

/** For programs: every event as it is. Who is waited for is told beside it. */
export function jsonListener(screen: Screen, tell: (line: string) => void): TurnListener {
  return {
    show(item) {
      screen.print(`${jsonLine(item)}\n`)
      if (item.type === 'attention_raised' && item.requestId !== undefined)
        tell(waitingLine(item.kind, item.requestId))
    },
    aside: tell,
    end() {},
    close() {},
  }
}

export interface ViewOptions {
  screen: Screen
  /** Where somebody sits who can be asked. */
  keyboard: NodeJS.ReadStream | undefined
  answers: Pick<Client, 'respondPermission' | 'answerQuestion'>
  session: SessionMeta
  tell: (line: string) => void
  /** What is told comes out on the same page as the turn. */
  samePage: boolean
  onInterrupt: () => void
}

/** For people. Where they sit at a terminal, they are asked. */
export function viewListener(options: ViewOptions): TurnListener {
  const { screen, session, keyboard, answers, onInterrupt } = options
  const { paint } = screen
  const transcript = new Transcript(screen.print, screen.width)
  const input = keyboard && new TerminalInput({ input: keyboard, output: screen }, onInterrupt)
  const tell = (line: string) => {
    if (!options.samePage) return options.tell(line)
    transcript.rest()
    if (input) input.beside(() => options.tell(line))
    else options.tell(line)
  }
  const hint = ({ type, requestId }: Request) =>
    tell(waitingLine(type === 'permission_requested' ? 'permission' : 'question', requestId))
  const asker = input && new Asker({ transcript, paint, input, answers, now: Date.now, hint })
  const view = new TurnView({
    transcript,
    paint,
    width: screen.width,
    isAsked: (id) => asker?.has(id) ?? false,
  })
  /** Not known yet whether a person is needed: a rule may answer. */
  const held = new Map<string, Request>()
  const take = (requestId: string) => {
    const request = held.get(requestId)
    held.delete(requestId)
    return request
  }

  return {
    show(item) {
      if (transcript.block === undefined)
        transcript.line('head', paint('dim', cutToWidth(headLine(session), screen.width())))
      if (item.type === 'permission_requested' || item.type === 'question_requested') {
        held.set(item.requestId, item)
        return
      }
      if (item.type === 'attention_raised') {
        const request = take(item.requestId ?? '')
        if (request) needed(request)
        return
      }
      if (
        item.type === 'approval_resolved' ||
        item.type === 'question_resolved' ||
        item.type === 'request_closed'
      ) {
        const request = take(item.requestId)
        if (request) view.show(request)
        asker?.ended(item)
      }
      view.show(item)
    },
    aside: tell,
    end(end, ms) {
      asker?.stop()
      const facts = [duration(ms), ...usageParts(view.usage)].join(' · ')
      transcript.line('end', `${paint(...endWords(end))} ${paint('dim', `· ${facts}`)}`)
    },
    close() {
      asker?.stop()
      input?.close()
      transcript.rest()
    },
  }

  function needed(request: Request): void {
    if (asker) {
      asker.asked(request)
      return
    }
    view.show(request)
    hint(request)
  }
}

/** Which agent, where, and how to come back to it. */
function headLine({ agentType, id, cwd }: SessionMeta): string {
  const place = cwd === null ? [] : [oneLine(cwd).replace(homedir(), '~')]
  return [oneLine(agentType), `session ${shortId(id)}`, ...place].join(' · ')
}

function endWords(end: TurnEnd): ['green' | 'yellow' | 'red', string] {
  if (end.type === 'turn_error') return ['red', `failed: ${oneLine(end.message)} (${oneLine(end.code)})`]
  return exitOf(end) === EXIT.stopped ? ['yellow', 'stopped'] : ['green', 'done']
}

function waitingLine(kind: AttentionKind, requestId: string): string {
  return `waiting: signalbox ${kind === 'permission' ? 'approve' : 'answer'} ${oneLine(requestId)}`
}
