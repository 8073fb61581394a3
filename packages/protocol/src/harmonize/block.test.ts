import { describe, expect, it } from 'vitest'
import { partOf, readBlock } from './block.js'
import { TAGS } from './tags.js'

const rowOf = (tag: string) => {
  const row = TAGS.find((one) => one.tag === tag)
  if (!row) throw new Error(`no row for ${tag}`)
  return row
}
const AS_IS = { tidy: (text: string) => text, bare: (text: string) => text }
const read = (tag: string, inside: string, isTruncated = false) =>
  readBlock({ row: rowOf(tag), inside, isTruncated }, AS_IS)

describe('partOf', () => {
  it.each([
    ['bash-input', { kind: 'shell', tag: 'bash-input', text: 'x' }],
    ['bash-stdout', { kind: 'output', tag: 'bash-stdout', text: 'x' }],
    ['system-reminder', { kind: 'context', tag: 'system-reminder', text: 'x' }],
    ['tick', { kind: 'notice', tag: 'tick', text: 'x' }],
    ['proposed_plan', { kind: 'text', text: 'x' }],
    ['task-notification', { kind: 'notice', tag: 'task-notification', text: 'x' }],
    ['agent-message', { kind: 'peer', tag: 'agent-message', text: 'x' }],
  ])('of %s', (tag, part) => {
    expect(partOf(rowOf(tag), 'x', false)).toEqual(part)
    const truncated = part.kind === 'text' ? part : { ...part, truncated: true }
    expect(partOf(rowOf(tag), 'x', true)).toEqual(truncated)
  })

  it('says which peer speaks', () => {
    const part = { kind: 'peer', tag: 'agent-message', text: 'x', from: 'lead' }
    expect(partOf(rowOf('agent-message'), 'x', false, 'lead')).toEqual(part)
    expect(partOf(rowOf('agent-message'), 'x', true, 'lead')).toEqual({ ...part, truncated: true })
  })
})

describe('readBlock', () => {
  it('keeps what is for the model by its words', () => {
    expect(read('environment_context', '\n  <cwd>/a</cwd>\n  <shell>sh</shell>\n')).toEqual([
      { kind: 'context', tag: 'environment_context', text: '/a\nsh' },
    ])
  })

  it('reads a task, and a notice where there is no id', () => {
    expect(read('task-notification', '<task-id>a</task-id><summary>s</summary>', true)).toEqual([
      {
        kind: 'task',
        tag: 'task-notification',
        text: 's',
        truncated: true,
        task: { taskId: 'a', summary: 's' },
      },
    ])
    expect(read('task-notification', '<summary>s</summary>')).toEqual([
      { kind: 'notice', tag: 'task-notification', text: 's' },
    ])
  })

  it('reads what a subagent told', () => {
    const [part] = read('subagent_notification', '{"agent_path":"/root/a","status":{"completed":"Done."}}')
    expect(part).toMatchObject({
      kind: 'task',
      text: 'Done.',
      task: { taskId: '/root/a', status: 'completed' },
    })
    expect(read('subagent_notification', 'no JSON')).toEqual([
      { kind: 'notice', tag: 'subagent_notification', text: 'no JSON' },
    ])
  })

  it('reads a line for the shell, and what it printed', () => {
    const tag = 'user_shell_command'
    const words = (inside: string) => read(tag, inside).map(({ kind, text }) => [kind, text])
    expect(words('<command>\nls\n</command>\n<result>\na\n</result>')).toEqual([
      ['shell', 'ls'],
      ['output', 'a'],
    ])
    expect(words('<command>ls</command>')).toEqual([
      ['shell', 'ls'],
      ['output', ''],
    ])
    expect(words('ls')).toEqual([['shell', 'ls']])
  })
})
