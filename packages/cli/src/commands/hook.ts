import { homedir } from 'node:os'
import { join } from 'node:path'
import { hook as callHook } from '../../hook/signalbox-hook.mjs'
import { type Command, text, type Values } from '../command.js'
import { GATEWAY_OPTIONS, settingsOf } from '../settings.js'

export const hook: Command = {
  summary:
    'Takes what the hook of an agent is given on stdin, tells it to the gateway and prints the answer.',
  usage: 'signalbox hook AGENT [PAYLOAD] [--data-dir DIR] [--dev]',
  details:
    'AGENT is claude, codex, gemini or opencode. PAYLOAD is taken where there is nothing on stdin.\n' +
    'The exit code is 0 whatever happens; what the gateway does not take now is kept and told later.\n' +
    '"signalbox setup" gives agents a smaller program that does the same and starts faster.\n' +
    'signalbox hook codex-notify [-- PROGRAM ARG…] JSON is for "notify" of Codex, and calls PROGRAM as well.',
  options: { 'data-dir': GATEWAY_OPTIONS['data-dir'], dev: GATEWAY_OPTIONS.dev },
  words: { names: ['AGENT', 'PAYLOAD'], least: 1, more: true },
  async run(values, words) {
    const [agent = '', ...rest] = words
    // "--" ends the flags of our own command line, too, and is gone by now.
    const program = agent === 'codex-notify' && rest.length > 1 ? ['--'] : []
    await callHook([agent, ...program, ...rest], dataDirOf(values))
  },
}

/** A config.json that cannot be read must not keep an agent from its hook. */
function dataDirOf(values: Values): string {
  try {
    return settingsOf(values).dataDir
  } catch {
    return text(values, 'data-dir') ?? (process.env.SIGNALBOX_DATA_DIR || join(homedir(), '.signalbox'))
  }
}
