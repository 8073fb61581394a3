import { UsageError } from '@signalbox/server/config'
import { type Command, text, type Values } from '../command.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf } from '../gateway/gateway-address.js'
import { callRpc, RpcRefusal, rpcRefusalText } from '../rpc/call-rpc.js'
import { type Followed, followLines } from '../rpc/follow-lines.js'
import { METHOD_NAMES, methodLines, methodList } from '../rpc/method-lines.js'
import { nearNames } from '../rpc/near-names.js'
import { readParams } from '../rpc/read-params.js'
import { harmlessJson, jsonLine, jsonPage } from '../terminal/json-line.js'
import { oneLine } from '../terminal/plain-text.js'
import { readAll } from '../terminal/read-all.js'
import { screenOf } from '../terminal/screen.js'

/** The exit codes beside 0, and 1 for a command line that is wrong or a gateway that does not answer. */
const EXIT = { refused: 2, lost: 3, left: 130 } as const
const METHOD_NOT_FOUND = -32601

export const rpc: Command = {
  summary: 'Calls a method of JSON-RPC and prints its result; alone it lists them.',
  usage: `signalbox rpc [METHOD [PARAMS]] | --stream [--thread ID] [--after CURSOR] [--json] ${ADDRESS_USAGE}`,
  details:
    'PARAMS is a JSON object, or - to read it from stdin. The result is JSON: over several lines on a terminal, on one\n' +
    'line with --json or where no terminal is.\n' +
    '--stream  prints notifications as they come, one a line, until the gateway ends it; then where to go on\n' +
    '--thread  of this thread alone\n' +
    '--after   what came after this place first, as --stream or a notification told it\n' +
    'Exit code: 0 done, 1 wrong command line or no gateway, 2 the method refused, 3 the stream broke.',
  words: { names: ['METHOD', 'PARAMS'], least: 0 },
  options: {
    ...ADDRESS_OPTIONS,
    stream: { type: 'boolean' },
    thread: { type: 'string' },
    after: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(values, [method, typed]) {
    checkStream(values, method)
    if (values.stream) return await stream(values)
    if (method === undefined) return list(values)
    const params = readParams(method, typed === '-' ? (await readAll(process.stdin)).toString() : typed)
    await callAndPrint(values, method, params)
  },
}

/** Flags and words that do not go together. */
function checkStream(values: Values, method: string | undefined): void {
  if (values.stream && method !== undefined)
    throw new UsageError('--stream takes no method; call it beside the stream: signalbox rpc METHOD.')
  if (values.stream) return
  const flag = ['thread', 'after'].find((name) => values[name] !== undefined)
  if (flag !== undefined)
    throw new UsageError(`--${flag} goes with --stream: signalbox rpc --stream --${flag} …`)
}

function list(values: Values): void {
  const screen = screenOf(process.stdout)
  const lines = values.json ? [jsonLine(methodList())] : methodLines(screen.paint)
  for (const line of lines) screen.print(`${line}\n`)
}

async function callAndPrint(values: Values, method: string, params: object | undefined): Promise<void> {
  try {
    const result = await callRpc(addressOf(values), method, params)
    const isForPerson = process.stdout.isTTY && !values.json
    process.stdout.write(`${isForPerson ? jsonPage(result) : jsonLine(result)}\n`)
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error
    const isUnknown = error.code === METHOD_NOT_FOUND && !METHOD_NAMES.includes(method)
    console.error(isUnknown ? unknownMethod(method) : rpcRefusalText(method, error))
    process.exitCode = EXIT.refused
  }
}

/** What somebody who typed this may have meant. */
export function unknownMethod(method: string): string {
  const near = nearNames(method, METHOD_NAMES)
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  return `There is no method "${oneLine(method)}".${meant} "signalbox rpc" lists them.`
}

async function stream(values: Values): Promise<void> {
  const [thread, after] = [text(values, 'thread'), text(values, 'after')]
  const wanted = { ...(thread === undefined ? {} : { thread }), ...(after === undefined ? {} : { after }) }
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  process.once('SIGINT', leave)
  try {
    const print = (line: string) => void process.stdout.write(`${harmlessJson(line)}\n`)
    const followed = await followLines(addressOf(values), wanted, print, leaving.signal)
    for (const line of goodbye(followed, thread)) console.error(line)
    if (followed.end !== 'closed') process.exitCode = EXIT[followed.end]
  } catch (error) {
    if (!leaving.signal.aborted) throw error
    process.exitCode = EXIT.left
  } finally {
    process.removeListener('SIGINT', leave)
  }
}

/** What is said after the last line: what happened, and how to go on. */
export function goodbye({ end, cursor }: Followed, thread: string | undefined): string[] {
  const ofThread = thread === undefined ? '' : ` --thread ${quoted(thread)}`
  return [
    ...(end === 'lost' ? ['The connection was lost.'] : []),
    ...(cursor === undefined
      ? []
      : [`Go on with: signalbox rpc --stream${ofThread} --after ${oneLine(cursor)}`]),
  ]
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  const line = oneLine(word)
  return /^[\w@%+=:,./-]+$/.test(line) ? line : `'${line.replaceAll("'", "'\\''")}'`
}
