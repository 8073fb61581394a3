import type { Scenario } from '../scenario.js'

export const playError: Scenario = async (stage) => {
  await stage.text('I am the demo agent and fail now, as asked. ')
  return { kind: 'error', message: 'The demo agent failed because it was asked to (demo:error).' }
}

/** Gone in the middle of a sentence, with a call still being written. */
export const playCrash: Scenario = async (stage) => {
  await stage.text('I am the demo agent and look into the file. ')
  const toolCallId = stage.numbering.id('tc')
  await stage.say('tool_call_start', { toolCallId, toolName: 'read_file' })
  await stage.say('tool_call_delta', { toolCallId, delta: '{"path":"src/au' })
  await stage.delta('While it is read I want to s')
  return { kind: 'gone', why: 'The demo agent crashed because it was asked to (demo:crash).' }
}
