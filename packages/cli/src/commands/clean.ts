import { clean as cleanText, isKnownAgent, KNOWN_AGENTS } from '@signalbox/protocol/clean'
import { UsageError } from '@signalbox/server/config'
import { type Command, text, type Values } from '../command.js'
import { jsonLine } from '../terminal/json-line.js'
import { plainText } from '../terminal/plain-text.js'
import { readAll } from '../terminal/read-all.js'

export const clean: Command = {
  summary: 'Takes text on stdin and prints what a person should read of it; needs no gateway.',
  usage: 'signalbox clean [--agent ID] [--json]',
  details:
    'Tags an agent puts into its text for itself, reminders and escape sequences are taken out; nothing else changes.\n' +
    `--agent knows the tags of one agent only (${KNOWN_AGENTS.join(', ')}), without it those of all.\n` +
    '--json prints {"text":…,"cleaned":[tag,…],"fallback":false,"parts":[…]}.\n' +
    'Text that cannot be cleaned, because it is too long for instance, is printed as it came, with a warning on stderr;\n' +
    'the exit code is 0 then, too, and "fallback" is true.',
  options: { agent: { type: 'string' }, json: { type: 'boolean' } },
  async run(values) {
    const agent = agentOf(values)
    if (process.stdin.isTTY) console.error('Reading text until Ctrl-D.')
    const bytes = await readAll(process.stdin)
    const cleaned = cleanText(bytes.toString(), agent === undefined ? {} : { agent })
    if (cleaned.fallback) console.error('The text could not be cleaned; it is printed as it came.')
    if (values.json) process.stdout.write(`${jsonLine(cleaned)}\n`)
    else if (process.stdout.isTTY) process.stdout.write(onTerminal(cleaned.text))
    else process.stdout.write(cleaned.fallback ? bytes : cleaned.text)
  },
}

function agentOf(values: Values): string | undefined {
  const agent = text(values, 'agent')
  if (agent === undefined || isKnownAgent(agent)) return agent
  throw new UsageError(`--agent is one of ${KNOWN_AGENTS.join(', ')}, not "${plainText(agent)}".`)
}

/** The prompt after it begins on a line of its own. */
function onTerminal(text: string): string {
  const shown = plainText(text)
  return shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`
}
