import { type Client, GatewayError } from '@signalbox/client'
import type { SessionMeta } from '@signalbox/protocol'
import { UsageError } from '@signalbox/server/config'
import { giveUpAfter } from '../gateway/give-up.js'
import { tellStatus } from '../gateway/tell-status.js'
import { shortId } from '../short-id.js'
import { isSamePage } from '../terminal/same-page.js'
import { screenOf } from '../terminal/screen.js'
import { EXIT, exitOf } from './exit-code.js'
import { Interrupts } from './interrupts.js'
import { jsonListener, viewListener } from './turn-listener.js'

export interface TurnWish {
  session: SessionMeta
  /** Made for this turn: where the turn is refused, it goes again. */
  isNew: boolean
  prompt: string
  json: boolean
  /** How long to wait for a gateway that is gone. */
  patienceMs: number
}

/** What keeps a turn from beginning. */
const REFUSED: ReadonlySet<string> = new Set([
  'AgentUnavailable',
  'INVALID_MESSAGE',
  'MESSAGE_TOO_LARGE',
  'Unauthorized',
])

/** Runs one turn and shows it; resolves with the exit code. */
export async function runTurn(client: Client, wish: TurnWish): Promise<number> {
  const { session, isNew, prompt, json, patienceMs } = wish
  const screen = screenOf(process.stdout)
  const tell = (line: string) => listener.aside(line)
  const interrupts = new Interrupts({
    stop: () => stopTurn(client, session.id),
    leave: () => client.close(),
    tell,
  })
  const onInterrupt = () => interrupts.interrupt()
  const keyboard = process.stdin.isTTY && screen.isTerminal ? process.stdin : undefined
  const listener = json
    ? jsonListener(screen, console.error)
    : viewListener({
        screen,
        keyboard,
        answers: client,
        session,
        tell: console.error,
        samePage: isSamePage(),
        onInterrupt,
      })
  let gone = false
  tellStatus(client, tell)
  const stopWatching = giveUpAfter(client, patienceMs, () => {
    gone = true
    client.close()
  })
  const begun = Date.now()
  try {
    const turn = client.run(session.id, prompt)
    for (let next = await turn.next(); ; next = await turn.next()) {
      if (next.done) {
        listener.end(next.value, Date.now() - begun)
        return exitOf(next.value)
      }
      listener.show(next.value)
    }
  } catch (error) {
    if (interrupts.left) return EXIT.left
    if (gone) throw gatewayGone(patienceMs, session)
    if (isNew && isRefusal(error)) await client.deleteSession(session.id).catch(() => {})
    throw error
  } finally {
    stopWatching()
    listener.close()
    interrupts.close()
  }
}

function gatewayGone(ms: number, { id }: SessionMeta): UsageError {
  return new UsageError(
    `The gateway has been gone for ${ms / 1000} s; how the turn ended is unknown. When it is back: signalbox tail ${shortId(id)} --after 0`,
  )
}

/** The gateway said no to the turn itself; where it said nothing, there may be one. */
function isRefusal(error: unknown): boolean {
  return error instanceof GatewayError && REFUSED.has(error.code)
}

async function stopTurn(client: Client, sessionId: string): Promise<void> {
  try {
    await client.stopTurn(sessionId)
  } catch (error) {
    // It ended by itself meanwhile, or nobody is there any more to be told.
    if (!(error instanceof GatewayError && /^(NoActiveTurn|ClientClosed)$/.test(error.code))) throw error
  }
}
