import type { Client } from '@signalbox/client'
import type { SessionMeta } from '@signalbox/protocol'
import type { Options, Values, Words } from '../command.js'
import { connectTo } from '../gateway/connect.js'
import { findSession, isNoSession, noSession } from '../gateway/find-session.js'
import { ADDRESS_OPTIONS, addressOf } from '../gateway/gateway-address.js'
import { shortId } from '../short-id.js'
import { PAUSED_LINE } from '../show/paused-line.js'
import { sessionName } from '../show/session-name.js'
import { jsonLine } from '../terminal/json-line.js'

export const PAUSING_WORDS: Words = { names: ['SESSION'], least: 0 }
export const PAUSING_OPTIONS = { ...ADDRESS_OPTIONS, json: { type: 'boolean' } } as const satisfies Options

/** Pauses or resumes the gateway, or the session that is named. */
export async function pausing(values: Values, typed: string | undefined, paused: boolean): Promise<void> {
  const client = await connectTo(addressOf(values))
  try {
    const { told, sentence } = await (typed === undefined
      ? changeGateway(client, paused)
      : changeSession(client, typed, paused))
    console.log(values.json ? jsonLine(told) : sentence)
  } finally {
    client.close()
  }
}

interface Changed {
  /** What the gateway says of it. */
  told: object
  sentence: string
}

async function changeGateway(client: Client, paused: boolean): Promise<Changed> {
  const before = await client.gatewayState()
  const told = await (paused ? client.pauseGateway() : client.resumeGateway())
  return { told, sentence: gatewaySentence(paused, (before.state === 'paused') === paused) }
}

async function changeSession(client: Client, typed: string, paused: boolean): Promise<Changed> {
  try {
    const id = await findSession(client, typed)
    const told = await (paused ? client.pauseSession(id) : client.resumeSession(id))
    const sentence = sessionSentence(told, paused)
    // Resumed, and yet nothing starts: it is said why.
    const isHeldUp = !paused && (await client.gatewayState()).state === 'paused'
    return { told, sentence: isHeldUp ? `${sentence} ${PAUSED_LINE}` : sentence }
  } catch (error) {
    throw isNoSession(error) ? noSession(typed) : error
  }
}

/** What came of it, in a sentence or two. */
export function gatewaySentence(paused: boolean, already: boolean): string {
  if (!paused) return already ? 'It was not paused: turns start.' : 'Resumed: turns start again.'
  const said = already ? 'It was paused already' : 'Paused'
  return `${said}: no new turns start, what runs goes on. Resume with: signalbox resume`
}

export function sessionSentence(
  session: Pick<SessionMeta, 'id' | 'name' | 'cwd' | 'aliases'>,
  paused: boolean,
): string {
  const id = shortId(session.id)
  const name = sessionName(session)
  const who = name === undefined ? id : `${name} (${id})`
  return paused
    ? `Paused ${who}: no new turn starts in it. Resume it with: signalbox resume ${id}`
    : `Resumed ${who}: turns start in it.`
}
