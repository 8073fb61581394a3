import { homedir } from 'node:os'
import { type Client, GatewayError, type StreamItem, type TurnEnd } from '@signalbox/client'
import type { SessionMeta } from '@signalbox/protocol'
import { duration } from '../age.js'
import { Asker, type Request } from '../ask/asker.js'
import { TerminalInput } from '../ask/terminal-input.js'
import { shortId } from '../short-id.js'
import { Page } from '../show/page.js'
import { TurnView } from '../show/turn-view.js'
import { usageParts } from '../show/usage-text.js'
import { jsonLine } from '../terminal/json-line.js'
import { oneLine } from '../terminal/plain-text.js'
import { type Screen, screenOf } from '../terminal/screen.js'
import { Interrupts } from './interrupts.js'

export interface TurnWish {
  session: SessionMeta
  /** Made for this turn: where the turn is refused, it goes again. */
  isNew: boolean
  prompt: string
  json: boolean
}

/** What keeps a turn from beginning. */
const REFUSED: ReadonlySet<string> = new Set([
  'AgentUnavailable',
  'INVALID_MESSAGE',
  'MESSAGE_TOO_LARGE',
  'Unauthorized',
])

export const EXIT = { done: 0, lost: 1, failed: 2, stopped: 3, left: 130 } as const

/** Runs one turn and shows it; resolves with the exit code. */
export async function runTurn(client: Client, { session, isNew, prompt, json }: TurnWish): Promise<number> {
  const sessionId = session.id
  const screen = screenOf(process.stdout)
  const interrupts = new Interrupts({
    stop: () => stopTurn(client, sessionId),
    leave: () => client.close(),
    tell: console.error,
  })
  const listener = json ? jsonListener(screen) : viewListener(client, screen, interrupts, session)
  const begun = Date.now()
  try {
    const turn = client.run(sessionId, prompt)
    for (;;) {
      const { value, done } = await turn.next()
      if (done) {
        listener.end(value, Date.now() - begun)
        return exitOf(value)
      }
      listener.show(value)
    }
  } catch (error) {
    if (interrupts.left) return EXIT.left
    if (isNew && isRefusal(error)) await client.deleteSession(sessionId).catch(() => {})
    throw error
  } finally {
    listener.close()
    interrupts.close()
  }
}

interface Listener {
  show(item: StreamItem): void
  end(end: TurnEnd, ms: number): void
  close(): void
}

/** For programs: every event as it is. Who is waited for is told beside it. */
function jsonListener(screen: Screen): Listener {
  return {
    show(item) {
      screen.print(`${jsonLine(item)}\n`)
      if (item.type === 'permission_requested' || item.type === 'question_requested') tellWaiting(item)
    },
    end() {},
    close() {},
  }
}

/** For people. Where they sit at a terminal, they are asked. */
function viewListener(
  client: Client,
  screen: Screen,
  interrupts: Interrupts,
  session: SessionMeta,
): Listener {
  const { paint } = screen
  const page = new Page(screen.print, screen.width)
  const input =
    process.stdin.isTTY && screen.isTerminal
      ? new TerminalInput({ input: process.stdin, output: process.stdout }, () => interrupts.interrupt())
      : undefined
  const asker = input && new Asker({ page, paint, input, answers: client, now: Date.now, hint: tellWaiting })
  const view = new TurnView({ page, paint, width: screen.width, isAsked: (id) => asker?.has(id) ?? false })
  return {
    show(item) {
      if (page.block === undefined) page.line('head', paint('dim', headLine(session)))
      if (item.type === 'permission_requested' || item.type === 'question_requested') {
        asker?.asked(item)
        view.show(item)
        if (!asker) tellWaiting(item)
        return
      }
      if (
        item.type === 'approval_resolved' ||
        item.type === 'question_resolved' ||
        item.type === 'request_closed'
      )
        asker?.ended(item)
      view.show(item)
    },
    end(end, ms) {
      asker?.stop()
      const facts = [duration(ms), ...usageParts(view.usage)].join(' · ')
      page.line('end', `${paint(...endWords(end))} ${paint('dim', `· ${facts}`)}`)
    },
    close() {
      asker?.stop()
      input?.close()
    },
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

function exitOf(end: TurnEnd): number {
  if (end.type === 'turn_error') return EXIT.failed
  return end.stopReason === 'user_stopped' ? EXIT.stopped : EXIT.done
}

/** The gateway said no to the turn itself; where it said nothing, there may be one. */
function isRefusal(error: unknown): boolean {
  return error instanceof GatewayError && REFUSED.has(error.code)
}

function tellWaiting({ type, requestId }: Request): void {
  const command = type === 'permission_requested' ? 'approve' : 'answer'
  console.error(`waiting: signalbox ${command} ${oneLine(requestId)}`)
}

async function stopTurn(client: Client, sessionId: string): Promise<void> {
  try {
    await client.stopTurn(sessionId)
  } catch (error) {
    // It ended by itself meanwhile.
    if (!(error instanceof GatewayError && error.code === 'NoActiveTurn')) throw error
  }
}
