import { describe, expect, it } from 'vitest'
import { expectPromptFirst } from './prompt-first.js'

const frame = (type: string, seq: number, turnId = 't') => ({ type, seq, turnId })
const begun = [frame('turn_started', 1), frame('session_state', 2), frame('session_updated', 3)]
const check = (...frames: ReturnType<typeof frame>[]) => expectPromptFirst([...begun, ...frames], 't')

describe('the prompt of a turn', () => {
  it('is told before its output', () => {
    expect(() => check(frame('user_message', 4), frame('text_delta', 5))).not.toThrow()
  })

  it.each(['text_delta', 'thinking_start', 'tool_call_start', 'turn_complete'])('is not after %s', (type) => {
    expect(() => check(frame(type, 4), frame('user_message', 5))).toThrow('the prompt should be told first')
  })

  it('has the lower number', () => {
    const frames = [frame('user_message', 6), frame('text_delta', 5)]
    expect(() => check(...frames)).toThrow('numbered before the prompt')
  })

  it('is there', () => {
    expect(() => check()).toThrow('was nothing')
  })

  it('does not come after what another turn said', () => {
    expect(() => check(frame('text_delta', 4, 'other'), frame('user_message', 5))).not.toThrow()
  })
})
