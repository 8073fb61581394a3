import { describe, expect, it } from 'vitest'
import { facts, meant, read } from './reading.fixture.js'
import { GEMINI_PAYLOADS } from './recorded-gemini.fixture.js'

const { BeforeTool, AfterTool, Notification } = GEMINI_PAYLOADS
const toolCallId = expect.stringMatching(/^call_[\w-]{22}$/)

/** What every recorded payload becomes. */
const EXPECTED: Readonly<Record<keyof typeof GEMINI_PAYLOADS, readonly object[]>> = {
  SessionStart: [{ type: 'session_state', state: 'ready' }],
  BeforeAgent: [
    { type: 'turn_started' },
    { type: 'user_message', content: GEMINI_PAYLOADS.BeforeAgent.prompt, via: 'hook' },
  ],
  PreCompress: [],
  BeforeModel: [],
  BeforeToolSelection: [],
  AfterModel: [],
  BeforeTool: [{ type: 'tool_call', toolCallId, toolName: 'write_file', args: BeforeTool.tool_input }],
  Notification: [
    {
      type: 'agent_notification',
      message: 'Edit: /home/dev/project/tui.txt',
      canonical_type: 'agent_notification',
      hook_event_type: 'notification',
      message_intent: 'ctrl_activity',
      delivery_scope: 'CTRL',
      notification_type: 'permission_prompt',
    },
  ],
  AfterTool: [
    { type: 'tool_result', toolCallId, status: 'success', output: AfterTool.tool_response.llmContent },
  ],
  AfterAgent: [{ type: 'turn_complete', finalText: 'Writing now. now. \nDone one. one.' }],
}

const at = (timestamp: string) => ({ session_id: 's', timestamp })

describe('hooks of Gemini CLI', () => {
  it.each(Object.entries(EXPECTED))('%s, as recorded', (name, drafts) => {
    expect(meant('gemini', GEMINI_PAYLOADS[name as keyof typeof GEMINI_PAYLOADS])).toEqual(drafts)
  })

  it('ends the call it began, though it names none', () => {
    const [[call], [result]] = [meant('gemini', BeforeTool), meant('gemini', AfterTool)]
    expect(result?.toolCallId).toBe(call?.toolCallId)
    const other = { ...BeforeTool, tool_input: { file_path: 'other' } }
    expect(meant('gemini', other)[0]?.toolCallId).not.toBe(call?.toolCallId)
  })

  it('tells what a command printed without the tag it comes in', () => {
    const output = (llmContent: string) =>
      meant('gemini', { ...AfterTool, tool_response: { llmContent } })[0]?.output
    expect(output('<untrusted_context>\nOutput: ok\n</untrusted_context>')).toBe('Output: ok')
    expect(output('<untrusted_context>\nhalf')).toBe('<untrusted_context>\nhalf')
  })

  it.each([
    ['no such file', 'no such file'],
    [{ message: 'no such file', type: 'x' }, 'no such file'],
    [{ code: 7 }, '{"code":7}'],
  ])('says that a tool failed: %j', (error, said) => {
    expect(meant('gemini', { ...AfterTool, tool_response: { llmContent: 'x', error } })).toEqual([
      { type: 'tool_error', toolCallId, error: said },
    ])
  })

  it('is told once for one run of its hook, and again for the next', () => {
    const first = { ...at('2026-11-15T19:17:20.060Z'), hook_event_name: 'BeforeAgent', prompt: 'Go on' }
    const next = { ...first, ...at('2026-11-15T19:18:20.060Z') }
    expect(facts('gemini', first)).toEqual(facts('gemini', { ...first }))
    expect(facts('gemini', next).at(-1)).not.toBe(facts('gemini', first).at(-1))
    expect(read('gemini', first).commit.drafts.some(({ nativeTurnId }) => nativeTurnId)).toBe(false)
  })

  it('compacts where somebody asked for it', () => {
    const hook = { ...at('x'), hook_event_name: 'PreCompress' }
    expect(meant('gemini', { ...hook, trigger: 'manual' })).toEqual([
      { type: 'context_compacted', trigger: 'manual' },
    ])
    expect(meant('gemini', { ...hook, trigger: 'auto' })).toEqual([])
  })
})

describe('a permission Gemini CLI asks for in its terminal', () => {
  const asks = (details: object, more: object = {}) =>
    meant('gemini', { ...Notification, message: 'Tool asks', details, ...more }).at(-1)

  it.each([
    [{ type: 'exec', title: 'Confirm Shell Command', command: 'touch g', rootCommand: 'touch' }, 'touch g'],
    [{ type: 'edit', title: 'Confirm', fileName: 'a.ts' }, 'Edit: a.ts'],
    [{ type: 'mcp', serverName: 'lab', toolName: 'danger' }, 'lab: danger'],
    [{ type: 'info', prompt: 'https://example.org' }, 'https://example.org'],
    [{ type: 'of_tomorrow', title: 'Confirm that' }, 'Confirm that'],
    [{ type: 'constructor' }, 'Tool asks'],
    [{}, 'Tool asks'],
  ])('%j reads %s', (details, message) => {
    expect(asks(details)).toMatchObject({ message, notification_type: 'permission_prompt' })
  })

  it('is told once, though it comes twice', () => {
    const twin = { ...Notification, timestamp: '2026-11-15T19:17:20.899Z' }
    expect(facts('gemini', twin).at(-1)).toBe(facts('gemini', Notification).at(-1))
    const later = { ...Notification, timestamp: '2026-11-15T19:17:29.899Z' }
    expect(facts('gemini', later).at(-1)).not.toBe(facts('gemini', Notification).at(-1))
    const { timestamp: _timestamp, ...timeless } = Notification
    expect(facts('gemini', timeless).at(-1)).toBeUndefined()
  })

  it('is none where something else is told', () => {
    expect(asks({}, { notification_type: 'Other', message: 'Look here' })).toMatchObject({
      message: 'Look here',
      notification_type: 'Other',
    })
  })
})
