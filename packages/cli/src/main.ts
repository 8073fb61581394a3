import { parseArgs } from 'node:util'
import { UsageError } from '@signalbox/server'
import type { Command, Values } from './command.js'
import { pair } from './commands/pair.js'
import { token } from './commands/token.js'
import { up } from './commands/up.js'
import { VERSION } from './version.js'

const COMMANDS: Record<string, Command> = { up, pair, token }

/** The `signalbox` command. Bad input is one sentence on stderr and exit code 1, never a stack trace. */
export async function main(args: string[]): Promise<void> {
  try {
    await dispatch(args)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

async function dispatch(args: string[]): Promise<void> {
  const [name = '--help', ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') {
    console.log(help())
    return
  }
  if (name === '--version' || name === '-v') {
    console.log(VERSION)
    return
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command)
    throw new UsageError(`There is no command "${name}". Commands are: ${Object.keys(COMMANDS).join(', ')}.`)
  const { values, positionals } = parse(name, command, rest)
  if (values.help) console.log(`${command.usage}\n\n${command.summary}`)
  else await command.run(values, positionals)
}

function parse(name: string, command: Command, args: string[]): { values: Values; positionals: string[] } {
  const options = { ...command.options, help: { type: 'boolean' as const, short: 'h' } }
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: false })
    return { values: values as Values, positionals }
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ')
    throw new UsageError(`${sentence}. "signalbox ${name} --help" shows what it takes.`)
  }
}

function help(): string {
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  return `Signalbox: one gateway for all your coding agents.\n\n${lines.join('\n')}\n\n  signalbox --version`
}
