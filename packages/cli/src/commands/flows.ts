import { UsageError } from '@signalbox/server/config'
import type { Command, Values } from '../command.js'
import { deleteFlow, exportFlows, readFlows, readSecret } from '../flows/flow-api.js'
import { flowLines } from '../flows/flow-lines.js'
import { importFlows } from '../flows/import-flows.js'
import { retry } from '../flows/retry.js'
import { showDeliveries } from '../flows/show-deliveries.js'
import { showEvents } from '../flows/show-events.js'
import { testFlows } from '../flows/test-flows.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf, type GatewayAddress } from '../gateway/gateway-address.js'
import { jsonLine } from '../terminal/json-line.js'
import { oneLine, plainText } from '../terminal/plain-text.js'
import { screenOf } from '../terminal/screen.js'

/** What it takes beside the flags of every command, and what it does. */
interface Part {
  word?: string
  isNeeded?: true
  flags?: readonly string[]
  run(address: GatewayAddress, values: Values, word: string): Promise<void>
}

const PARTS: Readonly<Record<string, Part>> = {
  list: { run: list },
  test: { word: 'EVENT', isNeeded: true, flags: ['trigger', 'file'], run: testFlows },
  events: { word: 'TYPE', flags: ['limit'], run: showEvents },
  deliveries: { flags: ['status', 'trigger', 'session', 'limit', 'follow'], run: showDeliveries },
  retry: { word: 'ID', flags: ['dead'], run: retry },
  secret: { word: 'TRIGGER', isNeeded: true, flags: ['rotate'], run: secret },
  import: { word: 'FILE', isNeeded: true, flags: ['replace'], run: importFlows },
  export: { run: exportAll },
  delete: { word: 'TRIGGER', isNeeded: true, run: remove },
}

export const flows: Command = {
  summary: 'Lists the rules that events set off, tries them out, and shows what became of what they did.',
  usage: `signalbox flows [list|test|events|deliveries|retry|secret|import|export|delete] [--json] ${ADDRESS_USAGE}`,
  details:
    'signalbox flows [list]            the triggers, and files that are wrong\n' +
    'signalbox flows test EVENT        what an event would set off, and why not more; nothing is done. EVENT is the ID\n' +
    '                                  of a recorded one, a type for a sample of it, a JSON envelope as for notify, or -\n' +
    '                                  to read it from stdin\n' +
    '  --trigger ID | --file FILE      of this trigger alone, or of those in a YAML file that is not saved yet\n' +
    'signalbox flows events [TYPE]     recorded events to test with, newest first; --limit 20\n' +
    'signalbox flows deliveries        what was done, newest first, with what was heard back\n' +
    '  --status STATUS                 pending, running, done, dead, unknown or stopped\n' +
    '  --trigger ID  --session ID  --limit 100\n' +
    '  --follow                        and then every change as it comes, until you leave; with --json one a line\n' +
    'signalbox flows retry ID          tries a delivery again; --dead all that were given up\n' +
    'signalbox flows secret TRIGGER    what its webhooks are signed with; --rotate makes a new one\n' +
    'signalbox flows import FILE       saves the triggers of a YAML file (- reads stdin); --replace removes all others\n' +
    'signalbox flows export            all triggers as YAML, with --json as JSON\n' +
    'signalbox flows delete TRIGGER    removes a trigger\n' +
    'Exit code: 0 done, 1 wrong command line or refused, 2 the tested event sets off nothing,\n' +
    'or some of those that were given up are refused.',
  options: {
    ...ADDRESS_OPTIONS,
    trigger: { type: 'string' },
    file: { type: 'string' },
    status: { type: 'string' },
    session: { type: 'string' },
    limit: { type: 'string' },
    follow: { type: 'boolean' },
    dead: { type: 'boolean' },
    rotate: { type: 'boolean' },
    replace: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  words: { names: ['WHAT', 'WORD'], least: 0 },
  async run(values, [name = 'list', word]) {
    const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
    if (part === undefined)
      throw new UsageError(
        `"signalbox flows" has no "${oneLine(name)}"; it has ${Object.keys(PARTS).join(', ')}.`,
      )
    check(name, part, values, word)
    await part.run(addressOf(values), values, word ?? '')
  },
}

/** Words and flags that do not go together. */
function check(
  name: string,
  { word: named, isNeeded, flags = [] }: Part,
  values: Values,
  word?: string,
): void {
  if (isNeeded && (word ?? '').trim() === '')
    throw new UsageError(`"signalbox flows ${name}" needs ${named}.`)
  if (named === undefined && word !== undefined)
    throw new UsageError(`"${oneLine(word)}" is one word too many for "signalbox flows ${name}".`)
  for (const [other, part] of Object.entries(PARTS)) {
    const flag = part.flags?.find((one) => values[one] !== undefined && !flags.includes(one))
    if (flag !== undefined) throw new UsageError(`--${flag} goes with "signalbox flows ${other}".`)
  }
}

async function list(address: GatewayAddress, values: Values): Promise<void> {
  const found = await readFlows(address)
  print(values.json ? [jsonLine(found)] : flowLines(found, screenOf(process.stdout)))
}

async function secret(address: GatewayAddress, values: Values, triggerId: string): Promise<void> {
  const found = await readSecret(address, triggerId, values.rotate === true)
  print([values.json ? jsonLine(found) : oneLine(found.secret)])
}

async function exportAll(address: GatewayAddress, values: Values): Promise<void> {
  if (!values.json) return void process.stdout.write(plainText(await exportFlows(address)))
  const { version, triggers, bindings_by_trigger_id } = await readFlows(address)
  print([jsonLine({ version, triggers, bindings_by_trigger_id })])
}

async function remove(address: GatewayAddress, values: Values, triggerId: string): Promise<void> {
  await deleteFlow(address, triggerId)
  print([values.json ? jsonLine({ deleted: triggerId }) : `${oneLine(triggerId)} is gone.`])
}

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line)
}
