import { isUtf8 } from 'node:buffer'
import { UsageError } from '@signalbox/server/config'
import { type Answer, newId, request, Spool } from '../../hook/signalbox-hook.mjs'
import { type Command, text, type Values } from '../command.js'
import { tokenRefused } from '../gateway/connect.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, placeOf } from '../gateway/gateway-address.js'
import { goDuration } from '../go-duration.js'
import { type NotifyText, notifyEnvelope, TooLong, UnfitPayload } from '../hook/notify-envelope.js'
import { NOTIFY_EXIT, notifyOutcome } from '../hook/notify-outcome.js'
import { answerLine, sentLines } from '../hook/verbose-lines.js'
import { sendWaiting, type Waiting, waitingPlace } from '../hook/waiting.js'
import { settingsOf } from '../settings.js'
import { harmlessJson, jsonLine } from '../terminal/json-line.js'
import { plainText } from '../terminal/plain-text.js'
import { readAllWithin } from '../terminal/read-all.js'
import { sentence } from '../terminal/sentence.js'

const USUAL = '2s'
const MOST_MS = 600_000
const LEAST_MS = 250

export const notify: Command = {
  summary: 'Tells one event of a session; without a gateway it is kept and told later.',
  usage: `signalbox notify --session-id ID [--event-id ID] [--timeout 2s] [--verbose] [--json] PAYLOAD ${ADDRESS_USAGE}`,
  details:
    'PAYLOAD is a JSON object with a "type", or - to read it from stdin.\n' +
    '--session-id  the session it is about, by any of its names; one that is new is made\n' +
    '--event-id    the same id twice is one event; made up if not said\n' +
    '--timeout     how long it may take, from its start, with stdin and the gateway: 2s, 500ms, 1.5s, 1m\n' +
    '--verbose     says on stderr what is sent where, and what is answered\n' +
    '--json        prints {"id":…,"seq":…,…} when it was told, {"kept":true} when it waits for a gateway\n' +
    'Exit code: 0 told, 1 wrong command line, 2 refused, 3 no gateway took it (it is kept), 4 no such session,\n' +
    '5 the payload is not valid, or stdin did not end in time.',
  options: {
    ...ADDRESS_OPTIONS,
    'session-id': { type: 'string' },
    'event-id': { type: 'string' },
    timeout: { type: 'string' },
    verbose: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  words: { names: ['PAYLOAD'], least: 1 },
  isOver: true,
  async run(values, [typed = ''], begunAt = performance.now()) {
    const sessionId = sessionOf(values)
    const timeoutMs = timeoutOf(values)
    const eventId = text(values, 'event-id')?.trim()
    try {
      const payload = typed === '-' ? await payloadOnStdin(values, endOf(begunAt, timeoutMs)) : typed
      const made = notifyEnvelope(sessionId, payload, { ...(eventId ? { eventId } : {}), newId })
      await tell(values, { sessionId, end: endOf(begunAt, timeoutMs), ...made })
    } catch (error) {
      if (!(error instanceof UnfitPayload || error instanceof TooLong)) throw error
      fail(error instanceof TooLong ? NOTIFY_EXIT.refused : NOTIFY_EXIT.unfit, plainText(error.message))
    }
  },
}

interface Told extends NotifyText {
  sessionId: string
  /** When its time is up, on the clock of `performance`. */
  end: number
}

async function tell(values: Values, { sessionId, body, end }: Told): Promise<void> {
  const { dataDir } = settingsOf(values)
  const { origin, own, token } = placeOf(values)
  const place = waitingPlace(dataDir, origin, own)
  const spool = new Spool(place.directory)
  // The envelope has the id of the event; here it only names a file, which has to be a new one.
  const entry = spool.begin(
    { notify: sessionId, 'event-id': newId(), 'occurred-at': String(Date.now()) },
    body,
  )
  const post = poster({ origin, ...(token === undefined ? {} : { token }) }, end, values.verbose === true)
  const answer =
    (place.isElsewhere ? await sendWaiting(place.directory, post) : undefined) ??
    (await post(sessionId, body))
  const outcome = notifyOutcome(answer)
  if (outcome.fate === 'kept') {
    const lost = spool.keep(entry)
    if (values.json) console.log(jsonLine({ kept: lost === undefined }))
    return fail(NOTIFY_EXIT.kept, keptSentence(origin, place, answer, lost))
  }
  spool.forget(entry)
  if (outcome.fate === 'refused') return fail(outcome.exit, refusedSentence(origin, answer, outcome.reason))
  if (values.json)
    console.log(answer.text === '' ? jsonLine({ session_id: sessionId }) : harmlessJson(answer.text))
}

/** Half a payload is none: where its end does not come in time, nothing is sent or kept. */
async function payloadOnStdin(values: Values, end: number): Promise<string> {
  const read = await readAllWithin(process.stdin, end - performance.now())
  if (read !== undefined) return textIn(read)
  const limit = text(values, 'timeout') ?? USUAL
  throw new UnfitPayload(
    `Nothing was sent: stdin was still open after ${limit}, so the payload is not whole. Close it sooner, or give it longer with --timeout.`,
  )
}

/** Decoding would put replacement characters where bytes are wrong, and another payload would be sent. */
function textIn(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString()
  throw new UnfitPayload('Nothing was sent: what is on stdin is not valid UTF-8.')
}

/** Whoever calls it waits for the start of the process, too; but some time is the gateway's, however long that took. */
function endOf(begunAt: number, timeoutMs: number): number {
  return Math.max(begunAt + timeoutMs, performance.now() + Math.min(LEAST_MS, timeoutMs))
}

/** Sends envelopes to a gateway; all of them together have until then. */
function poster({ origin, token }: { origin: string; token?: string }, end: number, verbose: boolean) {
  const gateway = { origin, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
  return async (sessionId: string, payload: Buffer): Promise<Answer> => {
    const path = `/api/sessions/${encodeURIComponent(sessionId)}/notify`
    const begun = performance.now()
    if (verbose) for (const line of sentLines(`${origin}${path}`, token, payload)) console.error(line)
    const headers = { prefer: 'return=representation' }
    const answer = await request(gateway, path, end - begun, { payload, headers })
    if (verbose) console.error(answerLine(answer, performance.now() - begun))
    return answer
  }
}

function keptSentence(
  origin: string,
  { directory, isElsewhere }: Waiting,
  { status, late }: Answer,
  lost: string | undefined,
): string {
  const why = late ? ' in time' : status === 0 ? '' : ` (it answered ${status})`
  const told = `No gateway took it at ${origin}${why}`
  if (lost !== undefined) return `${told}, and it is lost: ${directory} ${lost}.`
  const until = isElsewhere ? 'until a call of "signalbox notify" gets through' : 'until "signalbox up" runs'
  return `${told}; it is kept in ${directory} ${until}.`
}

function refusedSentence(origin: string, { status }: Answer, reason: string): string {
  return status === 401 ? tokenRefused(origin).message : `The gateway refused: ${sentence(reason)}`
}

function fail(code: number, sentence: string): void {
  console.error(sentence)
  process.exitCode = code
}

function sessionOf(values: Values): string {
  const id = (text(values, 'session-id') ?? '').trim()
  if (id === '')
    throw new UsageError('Which session? Type for example: signalbox notify --session-id "Codex 1" PAYLOAD.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x00-\x1f\x7f]/.test(id)) throw new UsageError('--session-id is one line without control characters.')
  return id
}

function timeoutOf(values: Values): number {
  const ms = goDuration(text(values, 'timeout') ?? USUAL) ?? 0
  if (ms >= 1 && ms <= MOST_MS) return ms
  throw new UsageError('--timeout takes 1ms to 10m, for example --timeout 2s.')
}
