import type { JsonObject } from '@signalbox/protocol'
import { wantsOutputTail } from '@signalbox/protocol/flow'
import { tailOf } from '../../delivery/tmux-pane.js'
import type { Typist } from '../../delivery/typist.js'
import type { Log } from '../../log/log.js'

export interface OutputTailDeps {
  log: Pick<Log, 'snapshot' | 'reader'>
  typist: Pick<Typist, 'paneOf'>
}

/** Events that tell what a session printed, and where it stands in them. */
const PRINTED: Readonly<Record<string, string>> = {
  user_message: 'content',
  message_complete: 'text',
  turn_complete: 'finalText',
  tool_result: 'output',
  tool_error: 'error',
}
/** So far back it is looked. */
const LOOKED_AT = 1000
const MAX_LINES = 2000
const USUAL_LINES = 50

/** How many lines of output an activity asks for; 0 where it asks for none. */
export function linesWanted(config: Readonly<Record<string, unknown>>): number {
  if (!wantsOutputTail(config)) return 0
  const { output_tail_lines: lines } = config
  return Math.min(Math.max(Math.floor(typeof lines === 'number' ? lines : USUAL_LINES), 0), MAX_LINES)
}

/**
 * The end of what a session shows: of its tmux pane, or else what its agent and its tools said last. Empty where there is
 * nothing.
 */
export async function outputTail(
  { log, typist }: OutputTailDeps,
  sessionId: string,
  lines: number,
  signal: AbortSignal,
): Promise<string> {
  const state = lines === 0 ? undefined : await log.snapshot(sessionId)
  if (!state) return ''
  const pane = typist.paneOf(state)
  const shown = pane && (await tailOf(pane, lines, signal).catch(() => ''))
  if (shown) return shown
  const { events } = await log.reader.read(sessionId, {
    afterSeq: Math.max(0, state.seq - LOOKED_AT),
    limit: LOOKED_AT,
    types: Object.keys(PRINTED),
  })
  const texts = events.map(({ type, data }) => printed(JSON.parse(data), PRINTED[type]))
  // The end of a turn says once more what was said last.
  const said = texts.filter((text, at) => text !== '' && text !== texts[at - 1])
  return said.join('\n').split('\n').slice(-lines).join('\n')
}

function printed(data: JsonObject, field = ''): string {
  const text = data[field]
  return typeof text === 'string' ? text.trimEnd() : ''
}
