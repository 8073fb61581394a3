import { describe, expect, it } from 'vitest'
import { play } from '../testing.js'

describe('tools', () => {
  it('come back well, with output', async () => {
    const { ear } = await play('demo:tools')
    expect(ear.of('tool_call').map(({ data }) => data.toolName)).toEqual(['read_file', 'grep'])
    for (const { data } of ear.of('tool_result')) {
      expect(data.status).toBe('success')
      expect(data.output).toContain('demo')
    }
    expect(ear.of('tool_error')).toEqual([])
  })

  it('write their arguments in several pieces', async () => {
    const { ear } = await play('demo:tools')
    const pieces = ear.of('tool_call_delta').filter(({ data }) => data.toolCallId === 'tc-1')
    expect(pieces.length).toBeGreaterThan(2)
  })
})

it('tool-error tells why, then ends the call', async () => {
  const { ear } = await play('demo:tool-error')
  const [failed, ended] = ear.heard.filter(({ type }) => type === 'tool_error' || type === 'tool_result')
  expect(failed).toMatchObject({ type: 'tool_error', data: { toolCallId: 'tc-1' } })
  expect(ended).toMatchObject({ type: 'tool_result', data: { toolCallId: 'tc-1', status: 'error' } })
  expect(ear.heard.at(-1)).toMatchObject({ type: 'turn_complete', data: {} })
})

it('terminal ends one command well and one not', async () => {
  const { ear } = await play('demo:terminal')
  expect(ear.of('terminal_complete').map(({ data }) => data)).toEqual([
    { exitCode: 0, toolCallId: 'tc-1' },
    { exitCode: 1, toolCallId: 'tc-2' },
  ])
  expect(ear.of('tool_result').map(({ data }) => data.status)).toEqual(['success', 'error'])
  const output = ear.of('terminal_stream').map(({ data }) => data.data)
  expect(output.join('')).toContain('\u001b[32m')
  expect(output.join('')).toContain('nothing is run')
})
