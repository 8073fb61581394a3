import type { EventType, JsonObject } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { edgeOf } from './edge.js'

const edge = (type: EventType, data: JsonObject) => edgeOf({ type, data: JSON.stringify(data) })

describe('what a listener is told of', () => {
  it.each([
    [
      'attention_raised',
      { kind: 'permission', message: 'cargo build' },
      'needs',
      'needs a permission: cargo build',
    ],
    ['attention_raised', { kind: 'question', message: 'Which?' }, 'needs', 'asks a question: Which?'],
    ['attention_raised', { kind: 'input', message: '' }, 'needs', 'waits for input'],
    ['attention_raised', { kind: 'constructor', message: '' }, 'needs', 'needs somebody'],
    ['turn_complete', { finalText: 'All tests\npass.' }, 'finished', 'is done: All tests pass.'],
    ['turn_complete', { finalText: '' }, 'finished', 'is done'],
    ['turn_complete', { finalText: 'x', stopReason: 'aborted' }, 'finished', 'was stopped'],
    ['turn_error', { message: 'no\u001b[31m model' }, 'finished', 'failed: no model'],
  ] as const)('%s %j', (type, data, kind, text) => {
    expect(edge(type, data)).toEqual({ kind, text })
  })

  it.each([
    ['turn_complete', { finalText: 'x', stopReason: 'superseded' }],
    ['turn_complete', { finalText: 'x', stopReason: 'ended' }],
    ['turn_complete', { finalText: 'x', backgroundTasks: 1 }],
    ['turn_complete', { finalText: 'x', late: true }],
    ['attention_cleared', { kind: 'permission', message: 'm' }],
    ['tool_call', { toolCallId: 'c' }],
  ] as const)('is not %s %j', (type, data) => {
    expect(edge(type, data)).toBeUndefined()
  })

  it('is one short line, whatever was said', () => {
    expect(edge('turn_complete', { finalText: 'x'.repeat(10_000) })?.text.length).toBeLessThan(520)
  })
})
