import { describe, expect, it } from 'vitest'
import { taskFact } from './task-drafts.js'

describe('the key of a task', () => {
  const keys = (...tasks: object[]) =>
    new Set(tasks.map((task) => taskFact('t', { taskId: '', summary: '', ...task }))).size

  it.each([
    [
      'bars in ids',
      [
        { taskId: 'a|b', status: 'c' },
        { taskId: 'a', status: 'b|c' },
      ],
    ],
    [
      'half characters',
      [
        { taskId: '\ud800a', status: 'c' },
        { taskId: '\udfffa', status: 'c' },
      ],
    ],
    ['a status that reads like a report', [{ status: 's' }, { summary: 's' }]],
    [
      'two reports',
      [
        { summary: 's', event: '1' },
        { summary: 's', event: '2' },
      ],
    ],
  ])('tells apart %s', (_what, tasks) => {
    expect(keys(...tasks)).toBe(2)
  })

  it('is short, and the same for another summary of the same status', () => {
    expect(keys({ status: 'completed', summary: 'a' }, { status: 'completed', summary: 'b' })).toBe(1)
    expect(taskFact('t', { taskId: 'x'.repeat(100_000), summary: '' }).length).toBeLessThan(50)
  })
})
