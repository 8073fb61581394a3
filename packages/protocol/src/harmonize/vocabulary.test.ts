import { describe, expect, it } from 'vitest'
import type { CleanOptions } from './cleaned.js'
import { vocabularyOf } from './vocabulary.js'

const knows = (tag: string, options?: CleanOptions) =>
  vocabularyOf(options).tags.find(`${tag}>`, 0) !== undefined

describe('vocabularyOf', () => {
  it.each([
    ['task-notification', 'claude', true],
    ['task-notification', 'letta', true],
    ['task-notification', 'codex', false],
    ['environment_context', 'codex', true],
    ['environment_context', 'claude', false],
    ['system-reminder', 'opencode', true],
    ['session_context', 'gemini', true],
    ['feedback', 'cline', true],
    ['feedback', 'claude', false],
  ])('reads <%s> of %s: %j', (tag, agent, is) => {
    expect(knows(tag, { agent })).toBe(is)
  })

  it('knows all tags where the agent is unknown or absent', () => {
    for (const tag of ['task-notification', 'environment_context', 'session_context', 'feedback']) {
      expect(knows(tag)).toBe(true)
      expect(knows(tag, {})).toBe(true)
      expect(knows(tag, { agent: 'some-new-agent' })).toBe(true)
    }
  })

  it('is made once', () => {
    expect(vocabularyOf({ agent: 'claude' })).toBe(
      vocabularyOf({ agent: 'claude', origin: { kind: 'task-notification' } }),
    )
    expect(vocabularyOf(undefined)).toBe(vocabularyOf({ agent: 'some-new-agent' }))
  })

  describe.each([
    [{ origin: { kind: 'human' } }],
    [{ origin: { promptSource: 'typed' } }],
    [{ origin: { kind: 'human', promptSource: 'sdk' } }],
  ])('of what a person says (%j)', (options) => {
    it('leaves what may be pasted', () => {
      for (const tag of ['task-notification', 'agent-message', 'tick', 'user-prompt-submit-hook', 'feedback'])
        expect(knows(tag, options), tag).toBe(false)
      expect(vocabularyOf(options).dropped).toEqual([])
      expect(vocabularyOf(options).kept).toEqual([])
    })

    it('has what the agent attaches', () => {
      for (const tag of [
        'system-reminder',
        'ide_selection',
        'command-name',
        'local-command-stdout',
        'bash-input',
      ])
        expect(knows(tag, options), tag).toBe(true)
    })
  })

  it('lets tags decide for every other origin', () => {
    const others = [
      { kind: 'peer' },
      { kind: 'task-notification', promptSource: 'typed' },
      { promptSource: 'system' },
      {},
    ]
    for (const origin of others) expect(knows('task-notification', { origin })).toBe(true)
  })
})
