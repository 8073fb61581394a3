import { readFileSync } from 'node:fs'
import type { Flow } from '@signalbox/protocol/flow'
import { UsageError } from '@signalbox/server/config'
import { oneLine } from '../terminal/plain-text.js'
import { readAll } from '../terminal/read-all.js'

/** The triggers of a YAML file, or of stdin for `-`. Throws a sentence that says where it is wrong. */
export async function readFlowFile(path: string): Promise<Flow[]> {
  const isStdin = path === '-'
  const text = isStdin ? (await readAll(process.stdin)).toString() : read(path)
  // Loaded when needed: the other commands do without YAML.
  const { readFlowText } = await import('@signalbox/server/flow-file')
  const found = readFlowText(text)
  if (!('error' in found)) return found.flows
  const { line, column, message } = found.error
  const at = [line, column].filter((one) => one !== undefined)
  throw new UsageError(`${[isStdin ? 'stdin' : oneLine(path), ...at].join(':')}: ${oneLine(message)}.`)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`Cannot read ${oneLine(path)} (${(error as NodeJS.ErrnoException).code}).`)
  }
}
