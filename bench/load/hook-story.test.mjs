import { expect, it } from 'vitest'
import { HookStory } from './hook-story.mjs'

it('tells turns as Claude Code does, each with its own id, and writes them down', () => {
  const story = new HookStory({ session: 's', transcript: '/t/s.jsonl' })
  const told = Array.from({ length: 12 }, () => {
    const { body, line } = story.next()
    return { hook: JSON.parse(body), line: JSON.parse(line ?? '{}') }
  })
  expect(told.map(({ hook }) => hook.hook_event_name)).toEqual([
    'UserPromptSubmit',
    ...Array(4).fill(['PreToolUse', 'PostToolUse']).flat(),
    'Stop',
    'UserPromptSubmit',
    'PreToolUse',
  ])
  expect(told.map(({ hook }) => hook.prompt_id)).toEqual([...Array(10).fill('s-1'), 's-2', 's-2'])
  expect(told.slice(1, 3).map(({ hook }) => hook.tool_use_id)).toEqual(['toolu_1_1', 'toolu_1_1'])
  expect(told.map(({ line }) => line.type).slice(0, 3)).toEqual(['user', 'assistant', 'user'])
})
