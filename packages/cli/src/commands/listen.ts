import type { Client } from '@signalbox/client'
import type { SessionMeta } from '@signalbox/protocol'
import { UsageError } from '@signalbox/server/config'
import { type Command, text } from '../command.js'
import { call, HttpRefusal } from '../gateway/call.js'
import { connectTo } from '../gateway/connect.js'
import { findSession, noSession } from '../gateway/find-session.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf, type GatewayAddress } from '../gateway/gateway-address.js'
import { shortId } from '../short-id.js'
import { jsonLine } from '../terminal/json-line.js'
import { oneLine } from '../terminal/plain-text.js'
import { type Screen, screenOf } from '../terminal/screen.js'
import { table } from '../terminal/table.js'

/** Who is told of whom. */
export interface Listening {
  listener: string
  to: string
}

export const listen: Command = {
  summary: 'Tells a session in its tmux pane when another one needs somebody or is done.',
  usage: `signalbox listen SESSION --to OTHER [--remove] | --list [--json] ${ADDRESS_USAGE}`,
  details:
    'SESSION is told of OTHER. --remove ends that; --list shows who listens to whom. 4 characters of an ID are enough.',
  words: { names: ['SESSION'], least: 0 },
  options: {
    ...ADDRESS_OPTIONS,
    to: { type: 'string' },
    remove: { type: 'boolean' },
    list: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  async run(values, [listener]) {
    const to = text(values, 'to')
    if (values.list === true && (listener !== undefined || to !== undefined || values.remove === true))
      throw new UsageError('--list takes no session; it shows who listens to whom.')
    if (values.list !== true && (listener === undefined || to === undefined))
      throw new UsageError(
        'Type who listens to whom: signalbox listen SESSION --to OTHER, or signalbox listen --list.',
      )
    const address = addressOf(values)
    const client = await connectTo(address)
    try {
      if (listener === undefined || to === undefined)
        return await printAll(address, client, values.json === true)
      const [told, other] = [await sessionOf(address, client, listener), await sessionOf(address, client, to)]
      if (told.id === other.id) throw new UsageError('A session cannot listen to itself; name two.')
      const said = await change(address, { listener: told.id, to: other.id }, values.remove === true)
      const sentence = values.remove
        ? `${nameOf(told)} no longer listens to ${nameOf(other)}.`
        : `${nameOf(told)} is told ${placeOf(said.pane)} when ${nameOf(other)} needs somebody or is done.`
      console.log(values.json ? jsonLine(said) : sentence)
    } finally {
      client.close()
    }
  },
}

function placeOf(pane: unknown): string {
  return typeof pane === 'string'
    ? `in its tmux pane ${oneLine(pane)}`
    : 'in its session, as it has no tmux pane,'
}

function change(address: GatewayAddress, { listener, to }: Listening, isOver: boolean) {
  const path = `/api/sessions/${encodeURIComponent(to)}/listeners`
  if (!isOver) return call(address, path, { method: 'POST', body: { listener } })
  return call(address, `${path}/${encodeURIComponent(listener)}`, { method: 'DELETE' })
}

/** The session that is meant, by whatever people call it. */
async function sessionOf(address: GatewayAddress, client: Client, typed: string): Promise<SessionMeta> {
  const id = await findSession(client, typed)
  try {
    return (await call(address, `/api/sessions/${encodeURIComponent(id)}`)) as unknown as SessionMeta
  } catch (error) {
    throw error instanceof HttpRefusal && error.status === 404 ? noSession(typed) : error
  }
}

async function printAll(address: GatewayAddress, client: Client, isJson: boolean): Promise<void> {
  const sessions: SessionMeta[] = []
  for await (const session of client.sessions({ limit: 1000 })) sessions.push(session)
  const all: Listening[] = []
  for (const { id } of sessions) {
    const { listeners } = await call(address, `/api/sessions/${encodeURIComponent(id)}/listeners`)
    all.push(...listenersIn(listeners).map((listener) => ({ listener, to: id })))
  }
  if (isJson) return console.log(jsonLine(all))
  const screen = screenOf(process.stdout)
  for (const line of listeningLines(all, sessions, screen)) screen.print(`${line}\n`)
}

/** The ids of those who listen, as the gateway lists them. */
export function listenersIn(listeners: unknown): string[] {
  if (!Array.isArray(listeners)) return []
  return listeners.flatMap((one: unknown) => {
    const id = typeof one === 'object' && one !== null && 'listener' in one ? one.listener : one
    return typeof id === 'string' ? [id] : []
  })
}

/** Who listens to whom, as a table. */
export function listeningLines(
  all: readonly Listening[],
  sessions: readonly SessionMeta[],
  { paint, width }: Pick<Screen, 'paint' | 'width'>,
): string[] {
  if (all.length === 0) return ['Nobody listens to another. Begin with: signalbox listen SESSION --to OTHER']
  const named = new Map(sessions.map((session) => [session.id, nameOf(session)]))
  const name = (id: string) => named.get(id) ?? shortId(oneLine(id))
  const columns = [
    { title: 'SESSION', shrinksTo: 12 },
    { title: 'LISTENS TO', shrinksTo: 12 },
  ]
  return table(
    columns,
    all.map(({ listener, to }) => [name(listener), name(to)]),
    width(),
    paint,
  )
}

/** What people call it, and enough of its id to type. */
function nameOf({ id, name, aliases }: Pick<SessionMeta, 'id' | 'name' | 'aliases'>): string {
  const spoken = oneLine(name ?? aliases[0]?.id ?? '')
  return spoken === '' ? shortId(id) : `${spoken} (${shortId(id)})`
}
