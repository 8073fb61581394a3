import { describe, expect, it } from 'vitest'
import { subagentPath, transcriptPath } from './transcript-path.js'

describe('where a transcript is', () => {
  it('is what its hooks say', () => {
    expect(transcriptPath('/home/me/.claude/projects/p/s.jsonl')).toBe('/home/me/.claude/projects/p/s.jsonl')
    expect(subagentPath('/p/s.jsonl', 'a1da1cb06f7ee5927')).toBe(
      '/p/s/subagents/agent-a1da1cb06f7ee5927.jsonl',
    )
  })

  it.each([undefined, '', 'p/s.jsonl', '/etc/passwd', '/p/\0.jsonl', `/${'x'.repeat(5000)}.jsonl`])(
    'is nowhere: %s',
    (told) => {
      expect(transcriptPath(told)).toBeUndefined()
    },
  )

  it.each([undefined, '', '../../x', 'a/b', 'a b', 'x'.repeat(101)])('is of no subagent: %s', (id) => {
    expect(subagentPath('/p/s.jsonl', id)).toBeUndefined()
  })
})
