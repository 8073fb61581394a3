import { describe, expect, it } from 'vitest'
import { childrenOf } from './children.js'
import { TAGS } from './tags.js'
import { readTask } from './task.js'

const [ROW] = TAGS.filter(({ tag }) => tag === 'task-notification')
const AS_IS = { tidy: (text: string) => text, bare: (text: string) => text }

function read(inside: string, fitting = AS_IS) {
  if (!ROW) throw new Error('no row for task notifications')
  return readTask(inside, ROW, childrenOf(inside, ROW), fitting)
}

describe('readTask', () => {
  it('takes over all that is told', () => {
    const inside = [
      '<task-id>b27a792</task-id>',
      '<tool-use-id>toolu_01</tool-use-id>',
      '<task-type>local_agent</task-type>',
      '<output-file>/tmp/tasks/b27a792.output</output-file>',
      '<status>completed</status>',
      '<summary>Agent &quot;look&quot; finished</summary>',
      '<note>n</note>',
      '<result>Two\n  files.</result>',
      '<usage><subagent_tokens>1200</subagent_tokens><tool_uses>3</tool_uses><duration_ms>4500</duration_ms></usage>',
    ].join('\n')
    expect(read(inside)).toEqual({
      text: 'Agent "look" finished\nTwo files.',
      task: {
        taskId: 'b27a792',
        toolCallId: 'toolu_01',
        taskType: 'local_agent',
        outputFile: '/tmp/tasks/b27a792.output',
        status: 'completed',
        summary: 'Agent "look" finished',
        result: 'Two\n  files.',
        usage: { tokens: 1200, toolUses: 3, durationMs: 4500 },
      },
    })
  })

  it.each([
    ['<task-id>m</task-id><summary>s</summary><event>a\tb</event><result>r</result>', 's\na\tb'],
    ['<task-id>m</task-id><event>e</event>', 'e'],
    ['<task-id>m</task-id><result>r</result>', 'r'],
    ['<task-id>m</task-id><status>killed</status>', 'Task m killed'],
    ['<task-id>m</task-id>', 'Task m'],
    [`<task-id>m</task-id><result>${'x'.repeat(300)}</result>`, `${'x'.repeat(199)}…`],
  ])('reads %j', (inside, text) => {
    const { text: said, task } = read(inside)
    expect(said).toBe(text)
    expect(task?.taskId).toBe('m')
    expect(task?.summary).toBe(inside.includes('<summary>') ? 's' : text)
  })

  it.each([
    ['<summary>s</summary><result>r</result>', 's\nr'],
    ['<task-id> </task-id><status>done</status>', 'done'],
    ['words', 'words'],
    ['', ''],
  ])('has no task without an id: %j', (inside, text) => {
    expect(read(inside)).toEqual({ text })
  })

  it.each([
    ['total_tokens: 12\ntool_uses: 3\nduration_ms: 45', { tokens: 12, toolUses: 3, durationMs: 45 }],
    ['<tool_uses>0</tool_uses>', { toolUses: 0 }],
    ['nothing counted', undefined],
    ['tool_uses: many', undefined],
  ])('counts %j', (usage, counted) => {
    expect(read(`<task-id>m</task-id><usage>${usage}</usage>`).task?.usage).toEqual(counted)
  })

  it('makes what it shows fit to be shown, and leaves the result as it was', () => {
    const fitting = { tidy: (text: string) => text.toUpperCase(), bare: (text: string) => `bare ${text}` }
    const { text, task } = read('<task-id>m</task-id><summary>s</summary><result>r</result>', fitting)
    expect(text).toBe('S\nR')
    expect(task).toMatchObject({ summary: 'S', result: 'r' })
    expect(read('words', fitting).text).toBe('bare words')
  })
})
