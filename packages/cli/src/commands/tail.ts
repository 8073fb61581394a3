import type { Client, SessionEvent, StreamItem } from '@signalbox/client'
import { UsageError } from '@signalbox/server/config'
import { type Command, text, type Values } from '../command.js'
import { connectTo } from '../gateway/connect.js'
import { findSession, isNoSession, noSession } from '../gateway/find-session.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf } from '../gateway/gateway-address.js'
import { tellStatus } from '../gateway/tell-status.js'
import { TailView } from '../show/tail-view.js'
import { jsonLine } from '../terminal/json-line.js'
import { screenOf } from '../terminal/screen.js'

export const tail: Command = {
  summary: 'Prints what happens in a session, or in all of them, as it happens.',
  usage: `signalbox tail [SESSION] [--after N] [--json] ${ADDRESS_USAGE}`,
  details:
    '--after N begins with what is kept after number N of the session; 0 is its beginning. --json prints every event,\n' +
    'one per line, also the small pieces that are left out otherwise. Ctrl-C ends it.',
  words: { names: ['SESSION'], least: 0 },
  options: { ...ADDRESS_OPTIONS, after: { type: 'string' }, json: { type: 'boolean' } },
  async run(values, [session]) {
    const afterSeq = afterOf(values)
    if (afterSeq !== undefined && session === undefined)
      throw new UsageError(
        '--after counts the events of one session; say which: signalbox tail SESSION --after N',
      )
    const client = await connectTo(addressOf(values))
    try {
      tellStatus(client)
      const show = printer(values)
      if (session === undefined) await tailAll(client, show)
      else await tailOne(client, session, afterSeq, show)
    } finally {
      client.close()
    }
  },
}

type Show = (item: StreamItem) => void

function printer(values: Values): Show {
  const screen = screenOf(process.stdout)
  if (values.json) return (item) => screen.print(`${jsonLine(item)}\n`)
  const view = new TailView(screen)
  return (item) => {
    const line = view.lineOf(item)
    if (line !== undefined) screen.print(`${line}\n`)
  }
}

async function tailOne(
  client: Client,
  typed: string,
  afterSeq: number | undefined,
  show: Show,
): Promise<void> {
  const id = await findSession(client, typed)
  try {
    for await (const item of client.follow(id, afterSeq === undefined ? {} : { afterSeq })) show(item)
  } catch (error) {
    throw isNoSession(error) ? noSession(typed) : error
  }
}

/** Those there are, and every new one from its first event on. */
async function tailAll(client: Client, show: Show): Promise<void> {
  const stream = client.events()
  const ids: string[] = []
  for await (const { id } of client.sessions({ limit: 1000 })) ids.push(id)
  await client.join(ids)
  for await (const item of stream) {
    show(item)
    if (item.type === 'session_created') joinNew(client, item)
  }
}

function joinNew(client: Client, { sessionId, seq }: SessionEvent<'session_created'>): void {
  // It may be gone again already.
  client.join(sessionId, { afterSeq: seq }).catch(() => {})
}

function afterOf(values: Values): number | undefined {
  const given = text(values, 'after')
  if (given === undefined) return undefined
  const after = Number(given)
  if (/^\d+$/.test(given) && Number.isSafeInteger(after)) return after
  throw new UsageError(`--after is a number from 0, not "${given}".`)
}
