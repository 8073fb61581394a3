import type { JsonObject } from '@signalbox/protocol'
import type { Stage } from '../stage.js'

const ARGUMENT_PIECE = /[\s\S]{1,12}/g

/** Writes a tool call, its arguments piece by piece; gives its id. */
export async function callTool(stage: Stage, toolName: string, args: JsonObject): Promise<string> {
  const toolCallId = stage.numbering.id('tc')
  await stage.say('tool_call_start', { toolCallId, toolName })
  for (const delta of JSON.stringify(args).match(ARGUMENT_PIECE) ?? []) {
    await stage.pause(5)
    await stage.say('tool_call_delta', { toolCallId, delta })
  }
  await stage.say('tool_call', { toolCallId, toolName, args })
  return toolCallId
}

/** The tool did what it was asked. */
export async function succeed(stage: Stage, toolCallId: string, output: string): Promise<void> {
  await stage.say('tool_result', { toolCallId, status: 'success', output })
}

/** The tool failed: why, then the end of the call. */
export async function failCall(stage: Stage, toolCallId: string, error: string): Promise<void> {
  await stage.say('tool_error', { toolCallId, error })
  await stage.say('tool_result', { toolCallId, status: 'error', output: error })
}

/** What a command would print, line by line, and how it would end; nothing is run. */
export interface ScriptedCommand {
  lines: readonly string[]
  exitCode: number
}

/** Plays the output of a command under a call that is open, and ends the call. */
export async function playCommand(stage: Stage, toolCallId: string, command: ScriptedCommand): Promise<void> {
  for (const line of command.lines) {
    await stage.pause()
    await stage.say('terminal_stream', { data: `${line}\r\n`, toolCallId })
  }
  await stage.pause()
  await stage.say('terminal_complete', { exitCode: command.exitCode, toolCallId })
  if (command.exitCode === 0) await succeed(stage, toolCallId, command.lines.join('\n'))
  else await failCall(stage, toolCallId, `exit code ${command.exitCode}`)
}
