import { type Client, GatewayError } from '@signalbox/client'
import type { SessionMeta } from '@signalbox/protocol'
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
}

/** What keeps a turn from beginning. */
const REFUSED: ReadonlySet<string> = new Set([
  'AgentUnavailable',
  'INVALID_MESSAGE',
  'MESSAGE_TOO_LARGE',
  'Unauthorized',
])

/** Runs one turn and shows it; resolves with the exit code. */
export async function runTurn(client: Client, { session, isNew, prompt, json }: TurnWish): Promise<number> {
  const screen = screenOf(process.stdout)
  const tell = console.error
  const interrupts = new Interrupts({
    stop: () => stopTurn(client, session.id),
    leave: () => client.close(),
    tell,
  })
  const onInterrupt = () => interrupts.interrupt()
  const keyboard = process.stdin.isTTY && screen.isTerminal ? process.stdin : undefined
  const listener = json
    ? jsonListener(screen, tell)
    : viewListener({ screen, keyboard, answers: client, session, tell, onInterrupt })
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
    if (isNew && isRefusal(error)) await client.deleteSession(session.id).catch(() => {})
    throw error
  } finally {
    listener.close()
    interrupts.close()
  }
}

/** The gateway said no to the turn itself; where it said nothing, there may be one. */
function isRefusal(error: unknown): boolean {
  return error instanceof GatewayError && REFUSED.has(error.code)
}

async function stopTurn(client: Client, sessionId: string): Promise<void> {
  try {
    await client.stopTurn(sessionId)
  } catch (error) {
    // It ended by itself meanwhile.
    if (!(error instanceof GatewayError && error.code === 'NoActiveTurn')) throw error
  }
}
