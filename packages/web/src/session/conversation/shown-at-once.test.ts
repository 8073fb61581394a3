import { describe, expect, it } from 'vitest'
import type { CallItem } from '../transcript/item.js'
import { isShownAtOnce } from './shown-at-once.js'

const call = (more: Partial<CallItem>): CallItem => ({
  kind: 'call',
  key: 'c',
  seq: 1,
  seqs: [1],
  ts: 1,
  turnId: 't',
  toolCallId: 'tc',
  toolName: 'Bash',
  args: { command: 'ls' },
  argsSoFar: '',
  state: 'done',
  output: null,
  error: null,
  terminal: null,
  endedAt: 2,
  ...more,
})
const edit = (lines: number) => ({
  toolName: 'Edit',
  args: {
    file_path: 'a.ts',
    old_string: 'old\n'.repeat(lines).trimEnd(),
    new_string: 'new\n'.repeat(lines).trimEnd(),
  },
})

describe('a call is shown at once', () => {
  it.each<[string, Partial<CallItem>, boolean]>([
    ['that changes a little', edit(2), true],
    ['that prints into a terminal', { terminal: { text: '$ ls\n', exitCode: null } }, true],
    ['not that changes much', edit(20), false],
    ['not that only reads or runs', {}, false],
    ['not that is asked for', { ...edit(2), state: 'asked' }, false],
    ['not while its arguments are written', { ...edit(2), args: undefined, state: 'writing' }, false],
    ['not of which the end alone is known', { toolName: null }, false],
  ])('%s', (_what, more, shown) => {
    expect(isShownAtOnce(call(more))).toBe(shown)
  })
})
