import { describe, expect, it } from 'vitest'
import { subagentChildren } from './subagent.js'

const read = (value: unknown) => Object.fromEntries(subagentChildren(JSON.stringify(value)))

describe('subagentChildren', () => {
  it.each([
    [
      { agent_path: '/root/a', status: { completed: ' All done. ' } },
      { 'task-id': '/root/a', status: 'completed', result: 'All done.', 'task-type': 'subagent' },
    ],
    [
      { agent_path: '/root/a', status: { errored: 'No.' } },
      { 'task-id': '/root/a', status: 'errored', result: 'No.', 'task-type': 'subagent' },
    ],
    [
      { agent_path: '/root/a', status: 'running' },
      { 'task-id': '/root/a', status: 'running', 'task-type': 'subagent' },
    ],
    [
      { agent_id: 'a', status: { completed: null } },
      { 'task-id': 'a', status: 'completed', 'task-type': 'subagent' },
    ],
    [{ agent_path: 7, status: ['x'] }, {}],
    [{ agent_path: ' ', status: {} }, {}],
    [{}, {}],
    [[], {}],
    [null, {}],
    ['words', {}],
  ])('reads %j', (value, children) => {
    expect(read(value)).toEqual(children)
  })

  it('lets no escape of JSON bring control sequences back', () => {
    const { result } = read({ agent_path: 'a', status: { completed: '\u001b[1mbold\u001b[0m\r\n\n\n\nend' } })
    expect(result).toBe('bold\n\nend')
  })

  it.each([['{'], ['words'], [''], ['[['.repeat(10_000)]])('finds nothing in what is no JSON', (text) => {
    expect(subagentChildren(text).size).toBe(0)
  })
})
