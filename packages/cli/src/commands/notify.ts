import { UsageError } from '@signalbox/server/config'
import { type Answer, fateOf, newId, request, Spool } from '../../hook/signalbox-hook.mjs'
import { type Command, text, type Values } from '../command.js'
import { tokenRefused } from '../gateway/connect.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf, type GatewayAddress } from '../gateway/gateway-address.js'
import { notifyEnvelope, UnfitPayload } from '../hook/notify-envelope.js'
import { sendWaiting, waitingPlace } from '../hook/outbox.js'
import { settingsOf } from '../settings.js'
import { jsonLine } from '../terminal/json-line.js'
import { oneLine, plainText } from '../terminal/plain-text.js'
import { readAll } from '../terminal/read-all.js'

/** The exit codes beside 0, and 1 for a command line that is wrong. */
const EXIT = { refused: 2, kept: 3, noSession: 4, unfit: 5 } as const

export const notify: Command = {
  summary: 'Tells one event of a session; without a gateway it is kept and told later.',
  usage: `signalbox notify --session-id ID [--event-id ID] [--timeout 2s] [--json] PAYLOAD ${ADDRESS_USAGE}`,
  details:
    'PAYLOAD is a JSON object with a "type", or - to read it from stdin.\n' +
    '--session-id  the session it is about, by any of its names; one that is new is made\n' +
    '--event-id    the same id twice is one event; made up if not said\n' +
    '--timeout     how long the gateway may take, in seconds (2s) or milliseconds (500ms)\n' +
    '--json        prints {"id":…,"seq":…,…} when it was told, {"kept":true} when it waits for a gateway\n' +
    'Exit code: 0 told, 1 wrong command line, 2 refused, 3 kept for later, 4 no such session, 5 no payload to send.',
  options: {
    ...ADDRESS_OPTIONS,
    'session-id': { type: 'string' },
    'event-id': { type: 'string' },
    timeout: { type: 'string' },
    json: { type: 'boolean' },
  },
  words: { names: ['PAYLOAD'], least: 1 },
  async run(values, [typed = '']) {
    const sessionId = sessionOf(values)
    const timeoutMs = timeoutOf(values)
    const eventId = text(values, 'event-id')
    try {
      const payload = typed === '-' ? (await readAll(process.stdin)).toString() : typed
      const made = notifyEnvelope(sessionId, payload, { ...(eventId ? { eventId } : {}), newId })
      await tell(values, { sessionId, timeoutMs, ...made })
    } catch (error) {
      if (!(error instanceof UnfitPayload)) throw error
      fail(EXIT.unfit, plainText(error.message))
    }
  },
}

interface Told {
  sessionId: string
  eventId: string
  body: Buffer
  timeoutMs: number
}

async function tell(values: Values, { sessionId, eventId, body, timeoutMs }: Told): Promise<void> {
  const { dataDir } = settingsOf(values)
  const address = addressOf(values)
  const isNamed = (text(values, 'url') ?? process.env.SIGNALBOX_URL) !== undefined
  const { directory, isOutbox } = waitingPlace(dataDir, address.origin, isNamed)
  const spool = new Spool(directory)
  const occurredAt = String(Date.now())
  const entry = spool.begin(
    { notify: sessionId, 'event-id': headId(eventId), 'occurred-at': occurredAt },
    body,
  )
  const send = (id: string, envelope: Buffer) => post(address, id, envelope, timeoutMs)
  const answer = (isOutbox ? await sendWaiting(directory, send) : undefined) ?? (await send(sessionId, body))
  const fate = fateOf(answer)
  if (fate === 'kept' && answer.status !== 401 && answer.status !== 403) {
    const lost = spool.keep(entry)
    if (values.json) console.log(jsonLine({ kept: lost === undefined }))
    return fail(EXIT.kept, keptSentence(address.origin, directory, isOutbox, lost))
  }
  spool.forget(entry)
  if (fate !== 'taken') refuse(address, answer)
  else if (values.json) console.log(jsonLine(JSON.parse(answer.text)))
}

function post({ origin, token }: GatewayAddress, sessionId: string, payload: Buffer, ms: number) {
  const path = `/api/sessions/${encodeURIComponent(sessionId)}/notify`
  const headers = { prefer: 'return=representation' }
  return request({ origin, authorization: `Bearer ${token}` }, path, ms, { payload, headers })
}

function keptSentence(
  origin: string,
  directory: string,
  isOutbox: boolean,
  lost: string | undefined,
): string {
  if (lost !== undefined) return `No gateway took it at ${origin}, and it is lost: ${directory} ${lost}.`
  const until = isOutbox ? 'until a call of "signalbox notify" gets through' : 'until "signalbox up" runs'
  return `No gateway took it at ${origin}; it is kept in ${directory} ${until}.`
}

function refuse({ origin }: GatewayAddress, { status, text: body }: Answer): void {
  if (status === 401 || status === 403) throw tokenRefused(origin)
  const { detail = '', code } = JSON.parse(body) as { detail?: string; code?: string }
  const isUnknown = status === 404 && code === 'session_not_found'
  fail(isUnknown ? EXIT.noSession : EXIT.refused, `The gateway refused: ${oneLine(String(detail))}.`)
}

function fail(code: number, sentence: string): void {
  console.error(sentence)
  process.exitCode = code
}

function sessionOf(values: Values): string {
  const id = text(values, 'session-id') ?? ''
  if (id.trim() === '')
    throw new UsageError('Which session? Type for example: signalbox notify --session-id "Codex 1" PAYLOAD.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x00-\x1f\x7f]|^ | $/.test(id))
    throw new UsageError('--session-id is one line without control characters and without blanks around it.')
  return id
}

function timeoutOf(values: Values): number {
  const [, number = '', unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text(values, 'timeout') ?? '2s') ?? []
  const ms = Number(number) * (unit === 's' ? 1_000 : 1)
  if (ms >= 1 && ms <= 600_000) return ms
  throw new UsageError('--timeout takes 1ms to 600s, for example --timeout 2s.')
}

/** As the head of a spool file takes it; the envelope has it as it is. */
function headId(eventId: string): string {
  return /^[\x21-\x7e]{1,128}$/.test(eventId) ? eventId : newId()
}
