import { homedir, hostname } from 'node:os'
import type { Command } from '../command.js'
import { call } from '../gateway/call.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf, type GatewayAddress } from '../gateway/gateway-address.js'
import { listRequests } from '../gateway/requests.js'
import { PAUSED_LINE } from '../show/paused-line.js'
import { jsonLine } from '../terminal/json-line.js'
import { followWatch } from '../watch/follow-watch.js'
import { onceLines } from '../watch/once-lines.js'
import { colourDepthOf, groundOf, painter } from '../watch/palette.js'

export const watch: Command = {
  summary: 'Shows every session live, those that need you first; answers them with a key.',
  usage: `signalbox watch [--once] [--json] ${ADDRESS_USAGE}`,
  details:
    'a approves, d denies, r answers, g goes to the tmux pane, ? shows the rest. --once prints the list and ends, which is\n' +
    'also what happens where there is no terminal. --json prints one line per change, with --once the entries as one value.',
  options: { ...ADDRESS_OPTIONS, once: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(values) {
    const address = addressOf(values)
    if (values.json) return values.once ? printEntries(address) : printChanges(address)
    if (values.once || !isTerminal()) return printOnce(address)
    readyForInk(process.env)
    const { showWatch } = await import('../watch/show-watch.js')
    await showWatch(address)
  },
}

/** A screen that can be drawn on, and a keyboard. */
function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true && process.env.TERM !== 'dumb'
}

/**
 * Ink and React look at these when they are loaded: without them they would draw nothing where a terminal runs in CI,
 * look for developer tools, and measure every render.
 */
function readyForInk(env: NodeJS.ProcessEnv): void {
  env.NODE_ENV = 'production'
  for (const name of ['CI', 'CONTINUOUS_INTEGRATION', 'DEV']) delete env[name]
}

async function printEntries(address: GatewayAddress): Promise<void> {
  const { entries } = await call(address, '/api/watch')
  console.log(jsonLine(entries))
}

/** The list, then every change, until it is interrupted. */
async function printChanges(address: GatewayAddress): Promise<void> {
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort())
  await followWatch(address, {
    signal: stopped.signal,
    tell: (told) => {
      if (told.of === 'link') {
        if (told.link.state === 'reconnecting') console.error('the connection was lost; trying again …')
      } else console.log(jsonLine({ type: `watch_${told.of}`, ...told.frame }))
    },
  })
}

async function printOnce(address: GatewayAddress): Promise<void> {
  const { stdout, env } = process
  const [{ entries }, { state }, requests] = await Promise.all([
    call(address, '/api/watch'),
    call(address, '/api/gateway'),
    listRequests(address, 'pending'),
  ])
  const paint = painter(colourDepthOf(stdout, env), groundOf(env))
  const width = stdout.columns || (stdout.isTTY ? 80 : Number.POSITIVE_INFINITY)
  const here = { host: hostname(), home: homedir() }
  if (state === 'paused') stdout.write(`${PAUSED_LINE}\n\n`)
  for (const line of onceLines(entries, { requests, width, here, now: Date.now() }))
    stdout.write(`${paint(line).trimEnd()}\n`)
}
